/*
 * A relay's statements. Each unsent row is found by the partial index `(shard, company_id, seq) WHERE NOT sent` of its partition;
 * no index on `seq` alone exists, which a plan could use to scan sent rows.
 */

/**
 * Unsent rows are read by their index alone, whatever the table's statistics, and planned once: a plan from the minute when a
 * partition was empty would scan the whole partition when it is full.
 */
export const PLANNER = '-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan'

/* Partitions that begin later than a day from now are left out; they hold no rows unless the server's clock was set back. */
const UNSENT = `NOT sent AND created_at < now() + interval '1 day'`

/**
 * CTE `found (shard, company_id)`: the companies with unsent rows in these shards, by one probe into the index each, however many
 * rows they have. A last row of each shard has no company.
 * @param shards SQL of a set of shards
 */
export const findCompanies = (shards: string): string => `
  found AS (
    SELECT held.shard, (
      SELECT company_id FROM outbox WHERE ${UNSENT} AND outbox.shard = held.shard ORDER BY company_id LIMIT 1
    ) AS company_id FROM ${shards} AS held (shard)
    UNION ALL
    SELECT found.shard, (
      SELECT company_id FROM outbox
      WHERE ${UNSENT} AND outbox.shard = found.shard AND outbox.company_id > found.company_id ORDER BY company_id LIMIT 1
    ) FROM found WHERE company_id IS NOT NULL
  )`

/**
 * The oldest unsent rows of each company in each of these shards ($1), about $6 a shard and the same number of each company there
 * (`most`), except those in flight ($2), of full companies ($3) and of full keys ($4, $5).
 */
export const FETCH = `
  WITH RECURSIVE ${findCompanies('unnest($1::smallint[])')}, turns AS (
    SELECT shard, company_id, ceil($6::float / count(*) OVER (PARTITION BY shard))::int AS most
    FROM found WHERE company_id IS NOT NULL AND company_id <> ALL ($3::int[])
  )
  SELECT turns.most, f.seq, f.shard, f.created_at::text, f.id, f.topic, f.type, f.company_id, f.ordering_key, f.body
  FROM turns CROSS JOIN LATERAL (
    SELECT * FROM outbox
    WHERE ${UNSENT} AND outbox.shard = turns.shard AND outbox.company_id = turns.company_id
      AND seq NOT IN (SELECT unnest($2::bigint[]))
      AND (company_id, ordering_key) NOT IN (SELECT * FROM unnest($4::int[], $5::text[]))
    ORDER BY seq LIMIT turns.most
  ) AS f`

/** The time selects the partition; shard, company and number select the row by its index. */
export const MARK = `
  UPDATE outbox SET sent = true
  FROM unnest($1::smallint[], $2::int[], $3::bigint[], $4::timestamptz[]) AS done (shard, company_id, seq, created_at)
  WHERE NOT outbox.sent AND outbox.shard = done.shard AND outbox.company_id = done.company_id AND outbox.seq = done.seq
    AND outbox.created_at = done.created_at`

export const COUNT_UNSENT = 'SELECT count(*) AS unsent FROM outbox WHERE NOT sent'
