import { rm } from 'node:fs/promises'

import { startEmbeddedPostgres, type EmbeddedPostgres } from '@balcao/platform'

import { temporaryFolder } from '../temporary-folder'

/** Postgres servers of this test alone, between which a company may move. Stop them after the databases are closed. */
export interface OwnPrimaries {
  servers: readonly EmbeddedPostgres['admin'][]
  stop(): Promise<void>
}

const SETTINGS = {
  wal_level: 'logical',
  max_wal_senders: 10,
  max_replication_slots: 10,
  max_logical_replication_workers: 8,
  max_sync_workers_per_subscription: 6,
  max_worker_processes: 12,
}

export async function startOwnPrimaries(count: number): Promise<OwnPrimaries> {
  const started = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const dataDir = await temporaryFolder(`primary-${index}`)
      return { dataDir, server: await startEmbeddedPostgres({ dataDir, settings: SETTINGS, durable: false }) }
    }),
  )
  return {
    servers: started.map(({ server }) => server.admin),
    stop: async () => {
      for (const { dataDir, server } of started) {
        await server.stop()
        await rm(dataDir, { recursive: true, force: true })
      }
    },
  }
}
