import type { Migration } from '@balcao/kernel'

/* CPF or CNPJ without punctuation; '' where it was not asked for. */
export const addTaxIdToPayers: Migration = {
  name: '20261123T032000-add-tax-id-to-payers',
  up: `ALTER TABLE payers ADD COLUMN tax_id text NOT NULL DEFAULT '';`,
}
