import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createAddressBook: Migration = {
  name: '20261121T120000-create-address-book',
  up: `
    CREATE TABLE address_book (
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      number text NOT NULL,
      name text NOT NULL,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, connection_id, number)
    );
    ${protectTenantTable('address_book')}`,
}
