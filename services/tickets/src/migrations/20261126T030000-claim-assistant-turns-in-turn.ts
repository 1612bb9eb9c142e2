import type { Migration } from '@balcao/kernel'

/* The table has what was not answered yet: seldom more than seconds of messages. */
export const claimAssistantTurnsInTurn: Migration = {
  name: '20261126T030000-claim-assistant-turns-in-turn',
  up: `
    CREATE INDEX assistant_turns_turn ON assistant_turns (company_id, next_try_at, id) WHERE dead_at IS NULL;
    CREATE INDEX assistant_turns_claimed ON assistant_turns (company_id, claimed_until) WHERE claimed_until IS NOT NULL;`,
}
