import { rm } from 'node:fs/promises'

import { startEmbeddedPostgres, type EmbeddedPostgres, type PostgresServer } from '@balcao/platform'
import { escapeLiteral } from 'pg'

import { temporaryFolder } from '../temporary-folder'
import { withClient } from './test-database'

/** Postgres servers of this test alone, between which a company may move. Stop them after the databases are closed. */
export interface OwnPrimaries {
  servers: readonly PostgresServer[]
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

/*
 * As a provider's: no superuser, with what deploy/README.md says that a move needs, and asked for its password, without which Postgres lets no other
 * subscribe.
 */
async function createOwner(admin: EmbeddedPostgres['admin']): Promise<PostgresServer> {
  const owner = { ...admin, user: 'desk_owner', password: 'a-password-of-the-owner' }
  await withClient(admin, async (client) => {
    await client.query(
      `CREATE ROLE ${owner.user} LOGIN PASSWORD '${owner.password}' CREATEDB CREATEROLE REPLICATION BYPASSRLS;
       GRANT pg_create_subscription, pg_read_all_stats TO ${owner.user}`,
    )
    const [{ file, text } = { file: '', text: '' }] = (
      await client.query<{ file: string; text: string }>(
        `SELECT current_setting('hba_file') AS file, pg_read_file(current_setting('hba_file')) AS text`,
      )
    ).rows
    const lines = [`local all ${owner.user} scram-sha-256`, ...text.split('\n')]
    await client.query(
      `COPY (VALUES ${lines.map((line) => `(${escapeLiteral(line)})`).join(', ')}) TO ${escapeLiteral(file)}`,
    )
    await client.query('SELECT pg_reload_conf()')
  })
  return owner
}

/** @param own.isOwnerSuper whether the desk's databases belong to a superuser */
export async function startOwnPrimaries(count: number, own = { isOwnerSuper: true }): Promise<OwnPrimaries> {
  const started = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const dataDir = await temporaryFolder(`primary-${index}`)
      return { dataDir, server: await startEmbeddedPostgres({ dataDir, settings: SETTINGS, durable: false }) }
    }),
  )
  return {
    servers: await Promise.all(
      started.map(async ({ server }) => (own.isOwnerSuper ? server.admin : createOwner(server.admin))),
    ),
    stop: async () => {
      for (const { dataDir, server } of started) {
        await server.stop()
        await rm(dataDir, { recursive: true, force: true })
      }
    },
  }
}
