import type { Migration } from '@balcao/kernel'

/* An import creates thousands of contacts at one time: pages of the newest need the id in the index. It serves days too. */
export const sortContactsByCreation: Migration = {
  name: '20261126T070000-sort-contacts-by-creation',
  up: `
    CREATE INDEX contacts_by_newest ON contacts (company_id, created_at, id);
    DROP INDEX contacts_by_creation;
  `,
}
