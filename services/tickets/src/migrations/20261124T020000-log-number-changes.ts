import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* The last change of each contact's number by a user. */
export const logNumberChanges: Migration = {
  name: '20261124T020000-log-number-changes',
  up: `
    CREATE TABLE contact_number_changes (
      company_id integer NOT NULL,
      contact_id bigint NOT NULL,
      user_id integer NOT NULL,
      by_administrator boolean NOT NULL,
      changed_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, contact_id),
      FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id) ON DELETE CASCADE
    );
    ${protectTenantTable('contact_number_changes')}`,
}
