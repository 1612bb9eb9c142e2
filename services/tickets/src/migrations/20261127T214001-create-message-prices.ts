import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * A row for each message that the official API delivered, which outlives its message and its ticket: what was paid stays paid. Prices are
 * millionths of the currency.
 */
export const createMessagePrices: Migration = {
  name: '20261127T214001-create-message-prices',
  up: `
    CREATE TABLE message_prices (
      company_id integer NOT NULL,
      message_id uuid NOT NULL,
      delivered_at timestamptz NOT NULL,
      connection_id integer NOT NULL,
      ticket_id bigint,
      queue_id integer,
      user_id integer,
      campaign_id integer,
      calling_code text NOT NULL,
      category text NOT NULL,
      is_billable boolean NOT NULL,
      PRIMARY KEY (company_id, message_id)
    );
    CREATE INDEX message_prices_of_time ON message_prices (company_id, delivered_at);

    CREATE TABLE price_lists (
      company_id integer PRIMARY KEY,
      currency text NOT NULL,
      prices jsonb NOT NULL
    );
    ${['message_prices', 'price_lists'].map(protectTenantTable).join('')}`,
}
