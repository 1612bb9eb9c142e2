import type { Migration } from '@balcao/kernel'

/* Demos of before had no mark; nobody has a mailbox below demo.local. */
export const markDemoUsers: Migration = {
  name: '20261122T020200-mark-demo-users',
  up: `
    ALTER TABLE users ADD COLUMN demo boolean NOT NULL DEFAULT false;
    UPDATE users SET demo = true WHERE email LIKE '%@demo.local';`,
}
