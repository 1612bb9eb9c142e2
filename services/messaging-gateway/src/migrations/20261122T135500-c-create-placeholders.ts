import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/** Messages that came without content: what our phones are asked for, and how many they were asked for in this minute. */
export const createPlaceholders: Migration = {
  name: '20261122T135500-c-create-placeholders',
  up: `
    CREATE TABLE placeholders (
      id uuid PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      conversation_id uuid NOT NULL,
      remote_jid text NOT NULL,
      participant text NOT NULL,
      from_me boolean NOT NULL,
      wa_id text NOT NULL,
      tries integer NOT NULL,
      next_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX placeholders_due ON placeholders (connection_id, next_at);

    CREATE TABLE phone_budgets (
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      since timestamptz NOT NULL,
      asked integer NOT NULL,
      PRIMARY KEY (company_id, connection_id)
    );
    CREATE INDEX inbound_messages_placeholders ON inbound_messages (company_id, connection_id, wa_id) WHERE kind IN ('placeholder', 'phoneOnly');
    ${['placeholders', 'phone_budgets'].map(protectTenantTable).join('')}`,
}
