/*
 * A relay's statements. Each unsent row is found by the partial index `(shard, seq) WHERE NOT sent` of its partition; no index
 * on `seq` alone exists, which a plan could use to scan sent rows.
 */

/**
 * Unsent rows are read by their index alone, whatever the table's statistics, and planned once: a plan from the minute when a
 * partition was empty would scan the whole partition when it is full.
 */
export const PLANNER = '-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan'

/**
 * The oldest unsent rows of each of these shards ($1), up to $4 a shard, except those in flight ($2) and of full keys ($3).
 * Partitions that begin later than a day from now are left out; they hold no rows unless the server's clock was set back.
 */
export const FETCH = `
  SELECT f.seq, f.shard, f.created_at::text, f.id, f.topic, f.type, f.company_id, f.ordering_key, f.body
  FROM unnest($1::smallint[]) AS held (shard)
  CROSS JOIN LATERAL (
    SELECT * FROM outbox
    WHERE NOT sent AND outbox.shard = held.shard AND created_at < now() + interval '1 day'
      AND seq NOT IN (SELECT unnest($2::bigint[])) AND ordering_key NOT IN (SELECT unnest($3::text[]))
    ORDER BY seq LIMIT $4
  ) AS f`

/** The time selects the partition; shard and number select the row by its index. */
export const MARK = `
  UPDATE outbox SET sent = true
  FROM unnest($1::smallint[], $2::bigint[], $3::timestamptz[]) AS done (shard, seq, created_at)
  WHERE NOT outbox.sent AND outbox.shard = done.shard AND outbox.seq = done.seq AND outbox.created_at = done.created_at`

export const COUNT_UNSENT = 'SELECT count(*) AS unsent FROM outbox WHERE NOT sent'
