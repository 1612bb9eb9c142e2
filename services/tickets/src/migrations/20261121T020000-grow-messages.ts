import type { Migration } from '@balcao/kernel'

/* Reactions lie in the message's own row: they are read with it and locked with it. */
export const growMessages: Migration = {
  name: '20261121T020000-grow-messages',
  up: `
    ALTER TABLE messages
      ADD COLUMN marks text[] NOT NULL DEFAULT '{}',
      ADD COLUMN media_state text NOT NULL DEFAULT '',
      ADD COLUMN reactions jsonb NOT NULL DEFAULT '[]';
    ALTER TABLE contact_merges ADD COLUMN undone_at timestamptz;`,
}
