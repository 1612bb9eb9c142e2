import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* `chain` is '' for what does not wait: the first of a chain is found among the waiting rows alone. */
export const createWebhooks: Migration = {
  name: '20261126T120000-create-webhooks',
  up: `
    CREATE TABLE webhooks (
      id serial PRIMARY KEY,
      company_id integer NOT NULL,
      url text NOT NULL,
      sealed_secret text NOT NULL,
      sealed_previous text,
      previous_until timestamptz,
      events jsonb NOT NULL,
      queue_ids integer[] NOT NULL,
      connection_ids integer[] NOT NULL,
      state text NOT NULL,
      failing_since timestamptz,
      dispatched_seq bigint NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT webhooks_company_id UNIQUE (company_id, id)
    );
    CREATE TABLE webhook_deliveries (
      id bigserial PRIMARY KEY,
      company_id integer NOT NULL,
      webhook_id integer NOT NULL,
      event_id text NOT NULL,
      seq bigint NOT NULL,
      event text NOT NULL,
      ticket_id bigint,
      ordering_key text NOT NULL,
      chain text NOT NULL,
      state text NOT NULL,
      tries integer NOT NULL,
      tried_since timestamptz NOT NULL,
      next_try_at timestamptz NOT NULL,
      claimed_until timestamptz,
      occurred_at timestamptz NOT NULL,
      tried_at timestamptz,
      status integer,
      duration_ms integer,
      error text NOT NULL,
      answer text NOT NULL,
      CONSTRAINT webhook_deliveries_webhook_fkey FOREIGN KEY (company_id, webhook_id)
        REFERENCES webhooks (company_id, id) ON DELETE CASCADE,
      CONSTRAINT webhook_deliveries_event UNIQUE (company_id, seq, webhook_id, event)
    );
    CREATE INDEX webhook_deliveries_turn ON webhook_deliveries (company_id, next_try_at, id) WHERE state = 'waiting';
    CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries (company_id, claimed_until) WHERE claimed_until IS NOT NULL;
    CREATE INDEX webhook_deliveries_chain ON webhook_deliveries (company_id, webhook_id, chain, id);
    CREATE INDEX webhook_deliveries_state ON webhook_deliveries (company_id, webhook_id, state, id);
    CREATE INDEX webhook_deliveries_age ON webhook_deliveries (occurred_at);
    ${['webhooks', 'webhook_deliveries'].map(protectTenantTable).join('')}`,
}
