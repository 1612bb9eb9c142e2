import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createSettings: Migration = {
  name: '20261120T100200-create-settings',
  up: `
    CREATE TABLE settings (
      company_id integer NOT NULL,
      key text NOT NULL,
      value text NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT settings_pkey PRIMARY KEY (company_id, key),
      CONSTRAINT settings_company_fkey FOREIGN KEY (company_id) REFERENCES companies (company_id) ON DELETE CASCADE
    );
    ${protectTenantTable('settings')}`,
}
