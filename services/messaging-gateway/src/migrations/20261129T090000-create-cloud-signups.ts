import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * What an embedded sign-up of Meta has come to, by connection: `code_hash` is the SHA-256 of its code, `sealed_token` and `sealed_pin` are ''
 * unless it was exchanged and has not ended. Swept after ten minutes.
 */
export const createCloudSignups: Migration = {
  name: '20261129T090000-create-cloud-signups',
  up: `
    ALTER TABLE cloud_accounts ADD COLUMN sealed_pin text;

    CREATE TABLE cloud_signups (
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      code_hash text NOT NULL,
      state text NOT NULL,
      sealed_token text NOT NULL,
      sealed_pin text NOT NULL,
      begun_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, connection_id)
    );
    CREATE INDEX cloud_signups_begun ON cloud_signups (begun_at);
    ${protectTenantTable('cloud_signups')}`,
}
