import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/** What campaigns sent to people, and the answers that they took, until a ticket shows them; then without the document. */
export const createCampaignMessages: Migration = {
  name: '20261124T050100-create-campaign-messages',
  up: `
    CREATE TABLE campaign_messages (
      position bigint GENERATED ALWAYS AS IDENTITY,
      company_id integer NOT NULL,
      id uuid NOT NULL,
      connection_id integer NOT NULL,
      phone text NOT NULL,
      campaign_id integer NOT NULL,
      from_me boolean NOT NULL,
      wa_id text NOT NULL,
      remote_jid text NOT NULL,
      kind text NOT NULL,
      ack smallint NOT NULL,
      failure text NOT NULL,
      asks boolean NOT NULL,
      opens_ticket boolean NOT NULL,
      opt_out_words text[] NOT NULL,
      document jsonb,
      sent_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, id)
    );
    CREATE INDEX campaign_messages_of_person ON campaign_messages (company_id, connection_id, phone, position);
    CREATE INDEX campaign_messages_by_time ON campaign_messages (sent_at);
    ${protectTenantTable('campaign_messages')}`,
}
