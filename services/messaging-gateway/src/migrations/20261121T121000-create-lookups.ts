import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createLookups: Migration = {
  name: '20261121T121000-create-lookups',
  up: `
    CREATE TABLE number_checks (
      company_id integer NOT NULL,
      provider text NOT NULL,
      number text NOT NULL,
      is_there boolean NOT NULL,
      canonical text NOT NULL,
      checked_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, provider, number)
    );
    CREATE INDEX number_checks_checked ON number_checks (checked_at);
    CREATE TABLE pictures (
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      jid text NOT NULL,
      key text NOT NULL,
      hash text NOT NULL,
      stale_key text NOT NULL DEFAULT '',
      asked_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, connection_id, jid)
    );
    ${protectTenantTable('number_checks')}
    ${protectTenantTable('pictures')}`,
}
