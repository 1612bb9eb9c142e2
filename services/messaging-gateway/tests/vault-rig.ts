import { randomBytes } from 'node:crypto'

import { connectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { DAY, type Lease } from '@balcao/kernel'
import { testDatabase, testPorts, type TestDatabase } from '@balcao/testkit'

import { pgSignalVaultStore } from '../src/adapters/postgres/pg-signal-vault-store'
import { createSignalVault, parseKeyRing, type SignalVaultDeps } from '../src/features/signal-vault'
import { messagingGatewayMigrations } from '../src/migrations'

export const SCHEMA = messagingGatewayMigrations.schema

export const vaultDatabase = (): Promise<TestDatabase> => testDatabase([messagingGatewayMigrations])

export const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`

/** A process with vaults: ports of its own on a shared database. */
export function vaultProcess(pg: TestDatabase, keys: string, options: Partial<SignalVaultDeps> = {}) {
  const ports = testPorts(pg, SCHEMA)
  const unreadable: { companyId: number; version: number; error: unknown }[] = []
  const moved: string[] = []
  const { vaults, job } = createSignalVault({
    ...ports,
    store: pgSignalVaultStore,
    keyRing: parseKeyRing(keys),
    rotateAfterMs: 90 * DAY,
    step: 7,
    signals: {
      vaultUnreadable: (row, error) => void unreadable.push({ ...row, error }),
      vaultKeyMoved: (key) => void moved.push(`${key.kind} ${key.companyId}/${key.version}`),
    },
    ...options,
  })
  const lease = async (id: ConnectionId): Promise<Lease> => {
    const held = await ports.leases.acquire(`session:${id}`)
    if (!held) throw new Error('no lease')
    return held
  }
  return {
    ports,
    vaults,
    lease,
    unreadable,
    moved,
    runJob: () => job.run(new AbortController().signal),
    open: async (companyId: CompanyId, id: number) =>
      vaults.open(companyId, connectionId(id), await lease(connectionId(id))),
  }
}

export type VaultProcess = ReturnType<typeof vaultProcess>

/** Ends a lease without its holder noticing. */
export const expire = (pg: TestDatabase, name: string) =>
  pg.sql(`UPDATE ${SCHEMA}.session_lease SET expires_at = now() - interval '1 s' WHERE name = $1`, [name])
