import type { Migration } from '@balcao/kernel'

/* What the network calls a message of ours; null where it takes our id, and until it has told. */
export const nameByNetwork: Migration = {
  name: '20261126T220000-name-by-network',
  up: 'ALTER TABLE outbound ADD COLUMN network_id text',
}

export const indexNetworkIds: Migration = {
  name: '20261126T220100-index-network-ids',
  index: 'outbound_network_ids',
  up: `CREATE INDEX CONCURRENTLY outbound_network_ids ON outbound (connection_id, network_id)
    WHERE network_id IS NOT NULL`,
}
