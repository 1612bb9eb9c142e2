import type { Migration } from '@balcao/kernel'

/* When the completion message or rating question of a closed ticket leaves; null: it left, or there is none. */
export const holdClosingTexts: Migration = {
  name: '20261125T230000-hold-closing-texts',
  up: `
    ALTER TABLE tickets ADD COLUMN text_due_at timestamptz;
    CREATE INDEX tickets_with_due_text ON tickets (text_due_at) WHERE text_due_at IS NOT NULL;`,
}
