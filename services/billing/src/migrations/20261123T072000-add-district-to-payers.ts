import type { Migration } from '@balcao/kernel'

/* The bairro; '' where it was not given. */
export const addDistrictToPayers: Migration = {
  name: '20261123T072000-add-district-to-payers',
  up: `ALTER TABLE payers ADD COLUMN district text NOT NULL DEFAULT '';`,
}
