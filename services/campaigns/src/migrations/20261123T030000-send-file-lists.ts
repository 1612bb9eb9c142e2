import type { Migration } from '@balcao/kernel'

/* `sent_files` names the options of the file list that the contact has; `late_ms` is the sum of the last `late_count` delays. */
export const sendFileLists: Migration = {
  name: '20261123T030000-send-file-lists',
  up: `
    ALTER TABLE campaigns ADD COLUMN file_list_id integer;
    ALTER TABLE campaigns ADD COLUMN late_ms integer NOT NULL DEFAULT 0;
    ALTER TABLE campaigns ADD COLUMN late_count integer NOT NULL DEFAULT 0;
    ALTER TABLE campaign_items ADD COLUMN sent_files integer[] NOT NULL DEFAULT '{}';
    ALTER TABLE campaign_items ADD COLUMN file_id integer;
    ALTER TABLE campaign_items DROP CONSTRAINT campaign_items_state_known;
    ALTER TABLE campaign_items ADD CONSTRAINT campaign_items_state_known CHECK (
      state IN ('waiting', 'asking', 'asked', 'confirmed', 'part-sent', 'sending', 'delivered', 'failed', 'refused'));
    DROP INDEX campaign_items_open;
    CREATE INDEX campaign_items_open ON campaign_items (company_id, campaign_id, state, position)
      WHERE state IN ('waiting', 'asking', 'asked', 'confirmed', 'part-sent', 'sending');`,
}
