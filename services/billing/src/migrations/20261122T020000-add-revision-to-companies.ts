import type { Migration } from '@balcao/kernel'

export const addRevisionToCompanies: Migration = {
  name: '20261122T020000-add-revision-to-companies',
  up: 'ALTER TABLE companies ADD COLUMN revision integer NOT NULL DEFAULT 0',
}
