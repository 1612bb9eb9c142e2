import type { Migration } from '@balcao/kernel'

/* An import creates thousands of contacts at one time: pages of the newest need the id in the index. It serves days too. */
export const indexNewestContacts: Migration = {
  name: '20261126T065900-index-newest-contacts',
  index: 'contacts_by_newest',
  up: 'CREATE INDEX CONCURRENTLY contacts_by_newest ON contacts (company_id, created_at, id)',
}

export const sortContactsByCreation: Migration = {
  name: '20261126T070000-sort-contacts-by-creation',
  up: 'DROP INDEX IF EXISTS contacts_by_creation',
}
