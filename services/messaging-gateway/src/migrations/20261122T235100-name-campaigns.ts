import type { Migration } from '@balcao/kernel'

/* Whose message it is: campaigns', which tickets knows nothing of; null: a ticket's. */
export const nameCampaigns: Migration = {
  name: '20261122T235100-name-campaigns',
  up: `ALTER TABLE outbound ADD COLUMN campaign_id integer;`,
}
