import type { Migration } from '@balcao/kernel'

/* Rows from before, and of processes that do not know the column, are tried for the days from now on. */
export const replayAssistantTurns: Migration = {
  name: '20261123T071000-replay-assistant-turns',
  up: `
    ALTER TABLE assistant_turns ADD COLUMN tried_since timestamptz NOT NULL DEFAULT now();
    CREATE INDEX assistant_turns_dead ON assistant_turns (company_id, dead_at) WHERE dead_at IS NOT NULL;`,
}
