import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const logExports: Migration = {
  name: '20261124T020200-log-exports',
  up: `
    CREATE TABLE contact_exports (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      user_name text NOT NULL,
      exported_at timestamptz NOT NULL
    );
    CREATE INDEX contact_exports_of_company ON contact_exports (company_id, id);
    ${protectTenantTable('contact_exports')}`,
}
