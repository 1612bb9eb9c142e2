import type { Migration } from '@balcao/kernel'

/* Older demos have no mark; addresses below demo.local are not real. */
export const markDemoUsers: Migration = {
  name: '20261122T020200-mark-demo-users',
  up: `
    ALTER TABLE users ADD COLUMN demo boolean NOT NULL DEFAULT false;
    UPDATE users SET demo = true WHERE email LIKE '%@demo.local';`,
}
