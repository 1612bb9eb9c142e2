import { connectionId, type CompanyId, type QueueId } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import { PgConnectionStore } from './adapters/postgres/pg-connection-store'
import { connectionChanged, unsetConnection, type Connection } from './features/connections'
import { createToken } from './features/connections/connection-input'
import { chooseNextDefault } from './features/connections/delete-connection'
import { connectionDeleted } from './features/connections/connection-events'

export interface ImportedConnection {
  name: string
  greetingMessage: string
  completionMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  queueIds: readonly QueueId[]
}

/** Connections of an import of another system: without a session, until an administrator links them. */
export function openConnectionImports(ports: ServicePorts) {
  const { db, events, ids, clock } = ports
  const connections = new PgConnectionStore()
  return {
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
