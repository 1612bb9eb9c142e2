import type { Migration } from '@balcao/kernel'

/*
 * What a charge brought, and what its invoice took of it. Charges that are paid already took all. `months` is null for charges from
 * before. A charge `underpaid` or `surplus` has money that pays no invoice.
 */
export const addSettlementToCharges: Migration = {
  name: '20261124T010000-add-settlement-to-charges',
  up: `
    ALTER TABLE charges
      ADD COLUMN months integer,
      ADD COLUMN paid_cents integer NOT NULL DEFAULT 0,
      ADD COLUMN refunded_cents integer NOT NULL DEFAULT 0,
      ADD COLUMN settled_cents integer NOT NULL DEFAULT 0,
      ADD COLUMN resolved_at timestamptz,
      DROP CONSTRAINT charges_status,
      ADD CONSTRAINT charges_status CHECK (status IN ('open', 'paid', 'ended', 'underpaid', 'surplus', 'refunded'));
    UPDATE charges SET paid_cents = value_cents, settled_cents = value_cents WHERE status = 'paid';
    CREATE INDEX charges_unsettled ON charges (company_id)
      WHERE paid_cents - refunded_cents <> settled_cents AND resolved_at IS NULL;`,
}
