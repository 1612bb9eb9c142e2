import type { Migration } from '@balcao/kernel'

/*
 * What a checkout chose for an invoice instead of its company's plan and recurrence; NULL: the company's. `difference_cents` is the part
 * of the price that the days paid already cost more. A plan that an invoice names cannot be deleted.
 */
export const addChosenTermsToInvoices: Migration = {
  name: '20261124T110000-add-chosen-terms-to-invoices',
  up: `
    ALTER TABLE invoices
      ADD COLUMN chosen_plan_id integer CONSTRAINT invoices_chosen_plan REFERENCES plans (id),
      ADD COLUMN chosen_recurrence text,
      ADD COLUMN difference_cents integer NOT NULL DEFAULT 0,
      ADD CONSTRAINT invoices_chosen_terms CHECK ((chosen_plan_id IS NULL) = (chosen_recurrence IS NULL));`,
}
