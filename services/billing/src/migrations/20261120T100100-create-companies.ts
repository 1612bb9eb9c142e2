import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createCompanies: Migration = {
  name: '20261120T100100-create-companies',
  up: `
    CREATE TABLE companies (
      company_id integer NOT NULL,
      name text NOT NULL,
      email text NOT NULL,
      phone text NOT NULL,
      active boolean NOT NULL,
      plan_id integer NOT NULL,
      due_at timestamptz,
      recurrence text NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT companies_pkey PRIMARY KEY (company_id)
    );
    CREATE INDEX companies_plan ON companies (plan_id);
    ${protectTenantTable('companies')}`,
}
