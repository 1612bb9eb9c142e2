import { protectTenantTable } from './tenant-policy'

export interface PartitionedTable {
  table: string
  /** The column that determines a row's partition: a time, or an event's UUIDv7, which begins with its time. */
  key: string
  /** Length of a partition. */
  hours: number
  /** The time from which a row's age is counted. */
  timeColumn: string
  /** SQL condition of rows that outlive their partition; `$1` is the time before which rows are old. */
  keptRows: string
  /** Storage parameters of every partition. */
  settings: string
  hasTenants: boolean
  /** SQL on the old table, `<table>_before`: renames indexes that the new one has too, drops those that it lacks. */
  prepare: string
  /** SQL of the new table's indexes. */
  indexes: string
}

/** Partitions created ahead, here and by the job. Rows of a time without one go to the default partition. */
export const MADE_AHEAD_DAYS = 3

/**
 * SQL that turns a table into one that is partitioned by time, with its rows: the old table becomes the first partition,
 * without a copy. It is read once for its bounds, and indexes that it lacks are built; writers wait meanwhile.
 */
export function partitionTable(options: PartitionedTable): string {
  const { table, key, hours, timeColumn, keptRows, settings, hasTenants, prepare, indexes } = options
  return `
    LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE;
    ALTER TABLE ${table} RENAME TO ${table}_before;
    ${prepare}
    CREATE TABLE ${table} (LIKE ${table}_before INCLUDING DEFAULTS) PARTITION BY RANGE (${key});
    ${indexes}
    ${hasTenants ? protectTenantTable(table) : ''}
    INSERT INTO partitioned_tables (name, hours, time_column, kept_rows)
      VALUES ('${table}', ${hours}, '${timeColumn}', '${keptRows}');
    CREATE TABLE ${table}_default (LIKE ${table} INCLUDING ALL) WITH (${settings});
    SELECT hide_partition('${table}_default');
    ALTER TABLE ${table} ATTACH PARTITION ${table}_default DEFAULT;
    ${adoptRows(options)}
    SELECT add_partitions('${table}', now(), now() + interval '${MADE_AHEAD_DAYS} days');`
}

/* Keys ahead of the clock cannot stay in the first partition, whose range ends soon. */
const adoptRows = ({ table, key, hours, hasTenants, settings }: PartitionedTable) => `
    DO $$
    DECLARE
      starts timestamptz := date_bin(interval '${hours} hours', now(), '1970-01-01 00:00+00');
      first_partition text := '${table}' || to_char(starts AT TIME ZONE 'UTC', '_YYYYMMDD_HH24');
      high text := partition_bound('${table}', starts + interval '${hours} hours');
    BEGIN
      IF NOT EXISTS (SELECT FROM ${table}_before) THEN
        DROP TABLE ${table}_before;
        RETURN;
      END IF;
      ${hasTenants ? `DROP POLICY ${table}_tenant ON ${table}_before; ALTER TABLE ${table}_before NO FORCE ROW LEVEL SECURITY;` : ''}
      ALTER TABLE ${table}_before SET (${settings});
      EXECUTE format('WITH ahead AS (DELETE FROM ${table}_before WHERE ${key} >= %L RETURNING *) INSERT INTO ${table} SELECT * FROM ahead', high);
      EXECUTE format('ALTER TABLE ${table}_before RENAME TO %I', first_partition);
      PERFORM hide_partition(first_partition);
      EXECUTE format('ALTER TABLE ${table} ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', first_partition, high);
    END $$;`
