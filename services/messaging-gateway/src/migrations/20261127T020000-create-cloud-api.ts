import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * Credentials of the official API by connection, and what its webhook brought and was not processed yet. `verify_hash` is a SHA-256;
 * `body` is text, because jsonb does not store every string that JSON can have. `seq` orders the events of a chat.
 */
export const createCloudApi: Migration = {
  name: '20261127T020000-create-cloud-api',
  up: `
    CREATE TABLE cloud_accounts (
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      phone_number_id text NOT NULL,
      business_account_id text NOT NULL,
      sealed_token text NOT NULL,
      sealed_app_secret text NOT NULL,
      sealed_former_secret text,
      former_secret_until timestamptz,
      verify_hash text NOT NULL,
      display_number text NOT NULL,
      verified_name text NOT NULL,
      quality text NOT NULL,
      checked_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, connection_id)
    );
    CREATE UNIQUE INDEX cloud_accounts_phone_number ON cloud_accounts (phone_number_id);
    CREATE INDEX cloud_accounts_business_account ON cloud_accounts (business_account_id);
    CREATE INDEX cloud_accounts_verify ON cloud_accounts (verify_hash);

    CREATE TABLE network_events (
      id uuid PRIMARY KEY,
      seq bigserial NOT NULL,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      chat text NOT NULL,
      kind text NOT NULL,
      body text NOT NULL,
      received_at timestamptz NOT NULL,
      tries integer NOT NULL,
      next_try_at timestamptz NOT NULL,
      claimed_until timestamptz,
      reason text NOT NULL,
      dead_at timestamptz
    );
    CREATE INDEX network_events_turn ON network_events (company_id, next_try_at, seq) WHERE dead_at IS NULL;
    CREATE INDEX network_events_chat ON network_events (company_id, connection_id, chat, seq);
    CREATE INDEX network_events_claimed ON network_events (company_id, claimed_until) WHERE claimed_until IS NOT NULL;
    CREATE INDEX network_events_dead ON network_events (company_id, connection_id, dead_at) WHERE dead_at IS NOT NULL;
    ${['cloud_accounts', 'network_events'].map(protectTenantTable).join('')}`,
}
