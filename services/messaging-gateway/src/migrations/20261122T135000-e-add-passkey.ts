import type { Migration } from '@balcao/kernel'

/* What linking asks of a browser: no secret, and void after ten minutes. */
export const addPasskey: Migration = {
  name: '20261122T135000-e-add-passkey',
  up: `ALTER TABLE connections ADD COLUMN passkey jsonb;`,
}
