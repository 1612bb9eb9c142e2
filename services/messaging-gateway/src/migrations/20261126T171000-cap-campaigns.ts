import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* What a number's campaigns sent in the last two days, by number: a number that is linked again keeps its count. */
export const capCampaigns: Migration = {
  name: '20261126T171000-cap-campaigns',
  up: `
    ALTER TABLE lanes ADD COLUMN campaigns_per_day integer;
    CREATE TABLE campaign_sends (
      company_id integer NOT NULL,
      number text NOT NULL,
      outbound_id bigint NOT NULL,
      sent_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, number, outbound_id)
    );
    CREATE INDEX campaign_sends_by_time ON campaign_sends (company_id, number, sent_at DESC);
    ${protectTenantTable('campaign_sends')}`,
}
