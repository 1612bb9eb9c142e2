import type { Migration } from '@balcao/kernel'

/** Connections from before the bot are announced once more, so that other services learn the fields which they did not keep then. */
export const announceConnections: Migration = {
  name: '20261122T230000-announce-connections',
  up: `
    ALTER TABLE connections ADD COLUMN to_announce boolean NOT NULL DEFAULT false;
    UPDATE connections SET to_announce = true WHERE deleted_at IS NULL;
    CREATE INDEX connections_to_announce ON connections (id) WHERE to_announce;`,
}
