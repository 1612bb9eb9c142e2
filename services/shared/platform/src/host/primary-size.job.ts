import { HOUR, type Job, type RpcClients, type Tx } from '@balcao/kernel'

import { query, type PgDatabase } from '../postgres'

/* Partitions are counted, the tables that they are of are empty. */
const SIZE = `
  SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`

const readSize = async (tx: Tx): Promise<number> => (await query<{ bytes: number }>(tx, SIZE))[0]?.bytes ?? 0

export interface PrimarySizeOptions {
  service: string
  /** Of the primary. */
  name: string
  db: PgDatabase
  rpc: Pick<RpcClients, 'auth'>
}

/** Tells auth what a schema takes on one of several primaries: new companies go where there is least. */
export const primarySizeJob = ({ service, name, db, rpc }: PrimarySizeOptions): Job => ({
  name: `${service}.primary-size`,
  everyMs: HOUR,
  run: async () => {
    const bytes = await db.asPlatform(readSize)
    await rpc.auth.reportPrimarySize({ name, schema: db.schema, bytes })
  },
})
