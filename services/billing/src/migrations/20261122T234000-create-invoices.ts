import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* `due_on` is the due date's day in São Paulo: one invoice for each. */
export const createInvoices: Migration = {
  name: '20261122T234000-create-invoices',
  up: `
    CREATE TABLE invoices (
      id serial NOT NULL,
      company_id integer NOT NULL,
      detail text NOT NULL,
      value_cents integer NOT NULL,
      months integer NOT NULL,
      due_at timestamptz NOT NULL,
      due_on text NOT NULL,
      status text NOT NULL,
      paid_at timestamptz,
      created_at timestamptz NOT NULL,
      CONSTRAINT invoices_pkey PRIMARY KEY (id),
      CONSTRAINT invoices_day UNIQUE (company_id, due_on),
      CONSTRAINT invoices_value_positive CHECK (value_cents > 0),
      CONSTRAINT invoices_status CHECK (status IN ('open', 'paid', 'canceled'))
    );
    CREATE INDEX invoices_open ON invoices (company_id) WHERE status = 'open';
    ${protectTenantTable('invoices')}
    CREATE INDEX companies_due ON companies (due_at) WHERE active;`,
}
