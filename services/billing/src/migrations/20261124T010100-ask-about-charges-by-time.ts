import type { Migration } from '@balcao/kernel'

/*
 * `check_at` is when the provider is asked about an open charge next. Charges that were ended without asking the provider are asked
 * about again: there they may be open, or paid.
 */
export const askAboutChargesByTime: Migration = {
  name: '20261124T010100-ask-about-charges-by-time',
  up: `
    ALTER TABLE charges ADD COLUMN check_at timestamptz NOT NULL DEFAULT '-infinity';
    UPDATE charges SET status = 'open' WHERE status = 'ended';
    CREATE INDEX charges_due ON charges (provider, check_at) WHERE status = 'open';
    ALTER TABLE simulated_charges ADD COLUMN canceled boolean NOT NULL DEFAULT false;`,
}
