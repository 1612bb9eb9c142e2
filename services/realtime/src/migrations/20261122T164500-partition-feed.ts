import type { Migration } from '@balcao/kernel'
import { partitionTable } from '@balcao/platform'

/*
 * Unique are a row's number, by the lock on its company's head, and its event, by the claim. A company's rows lie in their
 * partitions in the order of `seq`, because no row is older than the one before it: what is dropped is the feed's old end.
 */
export const partitionFeed: Migration = {
  name: '20261122T164500-partition-feed',
  up: `
    ALTER TABLE feed_heads ADD COLUMN last_at timestamptz NOT NULL DEFAULT '-infinity';
    ${partitionTable({
      table: 'feed',
      key: 'created_at',
      hours: 24,
      timeColumn: 'created_at',
      keptRows: 'false',
      settings: 'autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0.5',
      hasTenants: true,
      prepare: `
        ALTER TABLE feed_before DROP CONSTRAINT feed_pkey, DROP CONSTRAINT feed_event_id_part_key;
        ALTER INDEX feed_of_contact RENAME TO feed_before_of_contact;
        DROP INDEX feed_created_at;`,
      indexes: `
        CREATE INDEX feed_by_seq ON feed (company_id, seq);
        CREATE INDEX feed_of_contact ON feed (company_id, contact_id, seq) WHERE contact_id <> 0;`,
    })}`,
}
