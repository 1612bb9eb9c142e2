import { protectTenantTable } from '@balcao/platform'
import type { Migration } from '@balcao/kernel'

/* Companies without a row are on the first primary. Rows stay: what is left of a deleted company is found by them. */
export const createCompanyPrimaries: Migration = {
  name: '20261130T230000-create-company-primaries',
  up: `
    CREATE TABLE company_primaries (
      company_id integer NOT NULL,
      name text NOT NULL,
      CONSTRAINT company_primaries_pkey PRIMARY KEY (company_id)
    );
    ${protectTenantTable('company_primaries')}`,
}
