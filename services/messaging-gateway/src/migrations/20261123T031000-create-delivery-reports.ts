import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * Webhooks of the send API, and what they are still to be told. `seq` orders the reports of a message. `by_api` is false for rows from
 * before: what they become is reported to no webhook.
 */
export const createDeliveryReports: Migration = {
  name: '20261123T031000-create-delivery-reports',
  up: `
    ALTER TABLE outbound ADD COLUMN by_api boolean NOT NULL DEFAULT false;

    CREATE TABLE delivery_webhooks (
      id serial PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      url text NOT NULL,
      sealed_secret text NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT delivery_webhooks_company_id UNIQUE (company_id, id)
    );
    CREATE INDEX delivery_webhooks_connection ON delivery_webhooks (company_id, connection_id);

    CREATE TABLE delivery_reports (
      id uuid PRIMARY KEY,
      seq bigserial NOT NULL,
      company_id integer NOT NULL,
      webhook_id integer NOT NULL,
      connection_id integer NOT NULL,
      message_id uuid NOT NULL,
      ack smallint NOT NULL,
      failure text NOT NULL,
      occurred_at timestamptz NOT NULL,
      tries integer NOT NULL,
      tried_since timestamptz NOT NULL,
      next_try_at timestamptz NOT NULL,
      claimed_until timestamptz,
      reason text NOT NULL,
      dead_at timestamptz,
      CONSTRAINT delivery_reports_webhook_fkey FOREIGN KEY (company_id, webhook_id)
        REFERENCES delivery_webhooks (company_id, id) ON DELETE CASCADE
    );
    CREATE INDEX delivery_reports_due ON delivery_reports (next_try_at) WHERE dead_at IS NULL;
    CREATE INDEX delivery_reports_message ON delivery_reports (company_id, webhook_id, message_id, seq);
    CREATE INDEX delivery_reports_dead ON delivery_reports (company_id, connection_id, dead_at) WHERE dead_at IS NOT NULL;
    ${['delivery_webhooks', 'delivery_reports'].map(protectTenantTable).join('')}`,
}
