import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* `provider_id` is the provider's name of the charge, null until it has answered. */
export const createCharges: Migration = {
  name: '20261122T234100-create-charges',
  up: `
    CREATE TABLE charges (
      txid text NOT NULL,
      company_id integer NOT NULL,
      invoice_id integer NOT NULL,
      provider text NOT NULL,
      provider_id text,
      copy_paste text,
      value_cents integer NOT NULL,
      status text NOT NULL,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT charges_pkey PRIMARY KEY (txid),
      CONSTRAINT charges_provider_id UNIQUE (provider, provider_id),
      CONSTRAINT charges_invoice_fkey FOREIGN KEY (invoice_id) REFERENCES invoices (id),
      CONSTRAINT charges_status CHECK (status IN ('open', 'paid', 'ended'))
    );
    CREATE INDEX charges_of_invoice ON charges (company_id, invoice_id);
    CREATE INDEX charges_open ON charges (created_at) WHERE status = 'open';
    ${protectTenantTable('charges')}
    CREATE TABLE payment_events (
      company_id integer NOT NULL,
      provider text NOT NULL,
      event_id text NOT NULL,
      txid text NOT NULL,
      received_at timestamptz NOT NULL,
      CONSTRAINT payment_events_pkey PRIMARY KEY (provider, event_id)
    );
    ${protectTenantTable('payment_events')}
    CREATE TABLE payers (
      company_id integer NOT NULL,
      name text NOT NULL,
      address text NOT NULL,
      city text NOT NULL,
      state text NOT NULL,
      zip_code text NOT NULL,
      country text NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT payers_pkey PRIMARY KEY (company_id)
    );
    ${protectTenantTable('payers')}
    CREATE TABLE simulated_charges (
      txid text NOT NULL,
      company_id integer NOT NULL,
      value_cents integer NOT NULL,
      copy_paste text NOT NULL,
      paid_cents integer NOT NULL DEFAULT 0,
      CONSTRAINT simulated_charges_pkey PRIMARY KEY (txid)
    );
    ${protectTenantTable('simulated_charges')}`,
}
