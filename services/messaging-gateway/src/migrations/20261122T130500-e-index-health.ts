import type { Migration } from '@balcao/kernel'

/* No index names a state: receipts of accepted messages touch nothing but the row. */
export const indexHealth: Migration = {
  name: '20261122T130500-e-index-health',
  up: `
    CREATE INDEX outbound_sent ON outbound (connection_id, sending_at) WHERE settled AND sending_at IS NOT NULL;
    CREATE INDEX inbound_received ON inbound_messages (connection_id, recorded_at) WHERE NOT from_me;`,
}
