import type { Migration } from '@balcao/kernel'

/* `answers_are_told`: tickets tells what is answered to the item's message. */
export const keepAnswers: Migration = {
  name: '20261124T050200-keep-answers',
  up: `
    ALTER TABLE campaigns ADD COLUMN opens_ticket boolean NOT NULL DEFAULT false;
    ALTER TABLE campaigns ADD COLUMN answered integer NOT NULL DEFAULT 0;
    ALTER TABLE campaign_items ADD COLUMN answer text NOT NULL DEFAULT '';
    ALTER TABLE campaign_items ADD COLUMN answered_at timestamptz;
    ALTER TABLE campaign_items ADD COLUMN answers_are_told boolean NOT NULL DEFAULT false;
    CREATE INDEX campaign_items_answered ON campaign_items (company_id, campaign_id, position) WHERE answered_at IS NOT NULL;`,
}
