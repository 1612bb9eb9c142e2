/**
 * SQL of `partitioned_tables` and of the functions that make and drop partitions. A service's role may neither create nor
 * drop tables: it calls these, which run as the owner of the schema (SECURITY DEFINER) on tables that a migration listed.
 * A partition is named by its table and its start in UTC: `outbox_20261122_12`. Locks are waited for 200 ms, so that
 * writers never queue for longer behind them; callers try again.
 */
export const partitionFunctions = `
  SELECT set_config('search_path', current_schema() || ', pg_temp', true);

  CREATE TABLE partitioned_tables (
    name text PRIMARY KEY,
    hours integer NOT NULL,
    time_column text NOT NULL,
    kept_rows text NOT NULL
  );
  COMMENT ON COLUMN partitioned_tables.hours IS 'length of a partition';
  COMMENT ON COLUMN partitioned_tables.time_column IS 'what the age of a row is measured by';
  COMMENT ON COLUMN partitioned_tables.kept_rows IS 'SQL condition: rows that outlive their partition; $1 is the time before which rows are old';
  DO $$ BEGIN
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON partitioned_tables FROM %I', 'balcao_' || current_schema());
  END $$;

  CREATE FUNCTION list_partitions() RETURNS TABLE (parent text, name text, starts_at timestamptz, ends_at timestamptz)
  LANGUAGE sql STABLE SET search_path FROM CURRENT SET TimeZone = 'UTC' AS $$
    SELECT p.name, c.relname::text, t.starts_at, t.starts_at + p.hours * interval '1 hour'
    FROM partitioned_tables p
    JOIN pg_inherits i ON i.inhparent = to_regclass(p.name)
    JOIN pg_class c ON c.oid = i.inhrelid AND c.relname <> p.name || '_default'
    CROSS JOIN LATERAL (SELECT to_timestamp(right(c.relname, 11), 'YYYYMMDD_HH24') AS starts_at) t
    ORDER BY 1, 3
  $$;

  CREATE FUNCTION partition_bound(parent text, at timestamptz) RETURNS text
  LANGUAGE sql STABLE SET search_path FROM CURRENT SET TimeZone = 'UTC' AS $$
    -- The smallest UUIDv7 of that millisecond, where the table is partitioned by an id.
    SELECT CASE WHEN a.atttypid = 'uuid'::regtype
      THEN (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid::text
      ELSE at::text END
    FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    WHERE p.partrelid = to_regclass(parent)
  $$;

  CREATE FUNCTION hide_partition(partition text) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    -- Rows are reached through the table, whose policy binds the service's role.
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition);
    EXECUTE format('REVOKE ALL ON %I FROM %I', partition, 'balcao_' || current_schema());
  END $$;

  CREATE FUNCTION add_partition(parent text, starts timestamptz) RETURNS boolean
  LANGUAGE plpgsql SET search_path FROM CURRENT SET TimeZone = 'UTC' AS $$
  DECLARE
    fresh text := parent || to_char(starts, '_YYYYMMDD_HH24');
    low text := partition_bound(parent, starts);
    high text;
    key text;
    settings text;
    is_taken boolean;
  BEGIN
    IF to_regclass(fresh) IS NOT NULL THEN RETURN false; END IF;
    SELECT partition_bound(parent, starts + hours * interval '1 hour') INTO STRICT high FROM partitioned_tables WHERE name = parent;
    SELECT pg_get_partkeydef(to_regclass(parent)) INTO key;
    key := substring(key FROM '\\((.*)\\)');
    -- Rows that came while the partition was missing stay in the default partition, and so does the rest of their span.
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %s >= %L AND %s < %L)', parent || '_default', key, low, key, high) INTO is_taken;
    IF is_taken THEN RETURN false; END IF;
    SELECT array_to_string(reloptions, ', ') INTO settings FROM pg_class WHERE oid = to_regclass(parent || '_default');
    -- ATTACH lets writers go on, CREATE … PARTITION OF does not.
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) %s', fresh, parent, 'WITH (' || settings || ')');
    PERFORM hide_partition(fresh);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, fresh, low, high);
    RETURN true;
  END $$;

  CREATE FUNCTION add_partitions(parent text, first timestamptz, last timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET TimeZone = 'UTC' SET lock_timeout = '200ms' AS $$
  DECLARE
    span interval;
    added integer := 0;
    starts timestamptz;
  BEGIN
    SELECT hours * interval '1 hour' INTO STRICT span FROM partitioned_tables WHERE name = parent;
    FOR starts IN SELECT generate_series(date_bin(span, first, '1970-01-01 00:00+00'), last, span) LOOP
      IF add_partition(parent, starts) THEN added := added + 1; END IF;
    END LOOP;
    RETURN added;
  END $$;

  -- Drops the oldest partition that ended before this time and returns its name. Up to 1,000 rows that are to be kept move
  -- to the default partition; with more of them the partition stays. An empty partition goes after a week, however long
  -- rows are kept: few days have dead events.
  CREATE FUNCTION drop_old_partition(parent text, before timestamptz) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET TimeZone = 'UTC' SET lock_timeout = '200ms' AS $$
  DECLARE
    condition text;
    old record;
    kept bigint;
  BEGIN
    SELECT kept_rows INTO STRICT condition FROM partitioned_tables WHERE name = parent;
    FOR old IN SELECT l.name, l.ends_at <= before AS is_due FROM list_partitions() l
      WHERE l.parent = drop_old_partition.parent AND l.ends_at <= greatest(before, now() - interval '7 days') LOOP
      EXECUTE format('SELECT count(*) FROM (SELECT FROM %I WHERE NOT $2 OR (%s) LIMIT 1001) AS kept', old.name, condition)
        INTO kept USING before, old.is_due;
      CONTINUE WHEN kept > 1000 OR (kept > 0 AND NOT old.is_due);
      EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, old.name);
      EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE %s', parent, old.name, condition) USING before;
      EXECUTE format('DROP TABLE %I', old.name);
      RETURN old.name;
    END LOOP;
    RETURN NULL;
  END $$;

  -- Deletes up to some 50,000 old rows of the default partition, oldest first, rows of one time together.
  CREATE FUNCTION sweep_default_partition(parent text, before timestamptz) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    spare partitioned_tables;
    deleted bigint;
  BEGIN
    SELECT * INTO STRICT spare FROM partitioned_tables WHERE name = parent;
    EXECUTE format(
      'WITH old AS (SELECT ctid AS place FROM %1$I WHERE %2$I < $1 AND NOT (%3$s) ORDER BY %2$I FETCH FIRST 50000 ROWS WITH TIES)
       DELETE FROM %1$I WHERE ctid IN (SELECT place FROM old)',
      parent || '_default', spare.time_column, spare.kept_rows) USING before;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
  END $$;

  CREATE FUNCTION oldest_partitioned_rows() RETURNS TABLE (parent text, oldest timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    spare partitioned_tables;
  BEGIN
    FOR spare IN SELECT * FROM partitioned_tables LOOP
      parent := spare.name;
      EXECUTE format('SELECT least(min(%I), (SELECT min(starts_at) FROM list_partitions() l WHERE l.parent = $1)) FROM %I',
        spare.time_column, spare.name || '_default') INTO oldest USING spare.name;
      RETURN NEXT;
    END LOOP;
  END $$;`
