import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* What a contact was known by until the network said that it has another number. `number` is as it was shown, '' where it was not. */
export const createFormerIdentities: Migration = {
  name: '20261128T130000-create-former-identities',
  up: `
    CREATE TABLE former_identities (
      company_id integer NOT NULL,
      kind text NOT NULL,
      value text NOT NULL,
      contact_id bigint NOT NULL,
      number text NOT NULL,
      left_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, kind, value),
      FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id) ON DELETE CASCADE
    );
    CREATE INDEX former_identities_contact ON former_identities (company_id, contact_id);
    ${protectTenantTable('former_identities')}`,
}
