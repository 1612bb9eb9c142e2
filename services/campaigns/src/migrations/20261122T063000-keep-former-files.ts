import type { Migration } from '@balcao/kernel'

/* A replaced file stays stored, and must be found when its contact is erased. */
export const keepFormerFiles: Migration = {
  name: '20261122T063000-keep-former-files',
  up: `ALTER TABLE schedules ADD COLUMN former_keys text[] NOT NULL DEFAULT '{}';`,
}
