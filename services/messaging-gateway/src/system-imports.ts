import { connectionId, type CompanyId, type ConnectionId, type QueueId } from '@balcao/contracts'
import { AppError, type Lease, type ServicePorts } from '@balcao/kernel'

import { PgConnectionStore } from './adapters/postgres/pg-connection-store'
import { pgSignalVaultStore } from './adapters/postgres/pg-signal-vault-store'
import {
  convertSession,
  readLinkedNumber,
  type ForeignSession,
} from './adapters/whatsapp/baileys/convert-session'
import type { MessagingGatewayConfig } from './config'
import { connectionChanged, unsetConnection, type Connection } from './features/connections'
import { issueCommand } from './features/connections/connection'
import { createToken } from './features/connections/connection-input'
import { chooseNextDefault } from './features/connections/delete-connection'
import { connectionDeleted } from './features/connections/connection-events'
import { leaseName } from './features/sessions'
import { createSignalVault } from './features/signal-vault'
import { signals } from './signals'

export interface ImportedConnection {
  name: string
  greetingMessage: string
  completionMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  queueIds: readonly QueueId[]
}

/* @param id undefined of a connection that would be made */
function findTargetFault(connections: readonly Connection[], id: number | undefined, number: string): string {
  const connection = connections.find((known) => known.id === id)
  if (id !== undefined && !connection) return 'its connection was not brought'
  if (connection && connection.provider !== 'beta') return 'the connection here is not of a linked phone'
  if (connection && (connection.wanted || connection.number !== ''))
    return 'the connection here has a session'
  const isElsewhere = connections.some((known) => known.id !== id && known.number === number)
  return isElsewhere ? 'its number is linked to another connection here' : ''
}

/** Connections of an import of another system: without a session, until an administrator links them or the other's is brought. */
export function openConnectionImports(
  config: Pick<MessagingGatewayConfig, 'vaultKeys' | 'vaultRotateAfterMs'>,
  ports: ServicePorts,
) {
  const { db, events, ids, clock, leases } = ports
  const connections = new PgConnectionStore()
  const { vaults } = createSignalVault({
    ...ports,
    store: pgSignalVaultStore,
    keyRing: config.vaultKeys,
    rotateAfterMs: config.vaultRotateAfterMs,
    signals,
  })

  /* All of it in one transaction of the vault; then the desk is told to connect with it. */
  async function store(
    { companyId, lease, id }: { companyId: CompanyId; lease: Lease; id: ConnectionId },
    session: Extract<ReturnType<typeof convertSession>, { keys: unknown }>,
  ): Promise<void> {
    const vault = vaults.open(companyId, id, lease)
    if (!(await vault.findCredentials())) await vault.write(session)
    await db.withTenant(companyId, async (tx) => {
      const connection = await connections.lock(tx, companyId, id)
      await connections.save(tx, issueCommand(connection, 'restart', true), clock.now())
    })
  }

  return {
    /** Why the other system's session cannot be this connection's; '' when it can. @param id undefined: of one that would be made */
    findSessionFault: async (
      companyId: CompanyId,
      id: number | undefined,
      foreign: ForeignSession,
    ): Promise<string> => {
      const converted = convertSession(foreign)
      if ('fault' in converted) return converted.fault
      const known = await db.withTenant(companyId, (tx) => connections.list(tx, companyId))
      return findTargetFault(known, id, readLinkedNumber(converted.credentials))
    },
    /**
     * Stores the session and lets the desk connect with it. A repeat of a killed call goes on where that stopped.
     * @throws {AppError} ERR_VALIDATION for a session that `findSessionFault` refuses; ERR_UNAVAILABLE while the desk holds it
     */
    async linkSession(companyId: CompanyId, id: number, foreign: ForeignSession): Promise<void> {
      const converted = convertSession(foreign)
      if ('fault' in converted) throw new AppError('ERR_VALIDATION', { detail: converted.fault })
      const connection = await db.withTenant(companyId, (tx) =>
        connections.find(tx, companyId, connectionId(id)),
      )
      if (!connection || connection.wanted) return
      const lease = await leases.acquire(leaseName(id), companyId)
      if (!lease)
        throw new AppError('ERR_UNAVAILABLE', {
          detail: `the desk works on connection ${id}: start the import again`,
        })
      try {
        await store({ companyId, lease, id: connection.id }, converted)
      } finally {
        await lease.release()
      }
    },
    list: (companyId: CompanyId): Promise<Connection[]> =>
      db.withTenant(companyId, (tx) => connections.list(tx, companyId)),
    /** @throws {AppError} ERR_WAPP_NAME_ALREADY_EXISTS */
    create: (companyId: CompanyId, imported: ImportedConnection): Promise<number> =>
      db.withTenant(companyId, async (tx) => {
        connections.lockCompany(tx, companyId)
        const isFirst = (await connections.list(tx, companyId)).length === 0
        const draft = {
          ...unsetConnection,
          ...imported,
          companyId,
          provider: 'beta' as const,
          isDefault: isFirst,
          token: createToken(ids),
          status: 'DISCONNECTED' as const,
          wanted: false,
        }
        const made = await connections.insert(tx, draft, clock.now())
        await events.append(tx, [connectionChanged(ports, made)])
        return made.id
      }),
    /** Deletes it while nobody linked or commanded it; true when it is gone. */
    deleteUnlinked: (companyId: CompanyId, id: number): Promise<boolean> =>
      db.withTenant(companyId, async (tx) => {
        connections.lockCompany(tx, companyId)
        if (!(await connections.find(tx, companyId, connectionId(id)))) return true
        const connection = await connections.lock(tx, companyId, connectionId(id))
        if (connection.wanted || connection.number !== '' || connection.commandNumber > 0) return false
        await connections.save(tx, { ...connection, isDefault: false }, clock.now())
        await connections.markDeleted(tx, companyId, connection.id, clock.now())
        await events.append(tx, [connectionDeleted(ports, companyId, connection.id)])
        if (connection.isDefault) await chooseNextDefault({ ...ports, connections }, tx, companyId)
        return true
      }),
  }
}

/** See `openConnectionImports`. */
export type ConnectionImports = ReturnType<typeof openConnectionImports>
