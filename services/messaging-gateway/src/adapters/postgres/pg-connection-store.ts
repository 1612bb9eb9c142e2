import { createHash } from 'node:crypto'

import {
  companyId as toCompanyId,
  connectionId,
  connectionProviders,
  connectionStatuses,
  newChatHolds,
  queueId,
  sessionEnds,
  type CompanyId,
  type ConnectionId,
} from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, entityManagerOf, query, violatedConstraint } from '@balcao/platform'
import { IsNull } from 'typeorm'

import {
  readTokenEnd,
  type Connection,
  type ConnectionDraft,
  type ConnectionStore,
  type SessionCommand,
} from '../../features/connections/connection.store'
import { connectionRecord, type ConnectionRecord } from './connection.record'

const commands: readonly SessionCommand[] = ['', 'restart', 'reset', 'logout']

/* A fast hash will do: our tokens have 256 random bits, others at least 32 characters. Equal bits tell a clock nothing. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const tokenFields = (token: string) => ({
  tokenHash: token === '' ? null : hashOf(token),
  tokenEnd: readTokenEnd(token),
})

const oneOf = <T extends string>(allowed: readonly T[], value: string): T => {
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) throw new Error(`A connection row says ${value}`)
  return found
}

function toConnection(record: ConnectionRecord): Connection {
  const { token: _token, tokenHash: _hash, deletedAt: _deleted, ...plain } = record
  return {
    ...plain,
    id: connectionId(record.id),
    companyId: toCompanyId(record.companyId),
    provider: oneOf(connectionProviders, record.provider),
    status: oneOf(connectionStatuses, record.status),
    queueIds: record.queueIds.map(queueId),
    transferQueueId: record.transferQueueId === null ? null : queueId(record.transferQueueId),
    command: oneOf(commands, record.command),
    lastEnd: oneOf(['', ...sessionEnds], record.lastEnd),
    newChatsHold: oneOf(['', ...newChatHolds], record.newChatsHold),
    passkey: record.passkey && { ...record.passkey, until: new Date(record.passkey.until) },
  }
}

/* Two connections of one name are a conflict; a taken token says nothing about whose it is. */
function toConflict(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'connections_name') return new AppError('ERR_WAPP_NAME_ALREADY_EXISTS', { cause: error })
  if (constraint === 'connections_token')
    return new AppError('ERR_VALIDATION', { detail: 'token', cause: error })
  return error
}

const repository = (tx: Tx) => entityManagerOf(tx).getRepository(connectionRecord)

const required = (record: ConnectionRecord | null): ConnectionRecord => {
  if (!record) throw new AppError('ERR_NO_WAPP_FOUND')
  return record
}

/** Connections in Postgres. */
export class PgConnectionStore implements ConnectionStore {
  async lockCompany(tx: Tx, companyId: CompanyId): Promise<void> {
    await query(tx, `SELECT pg_advisory_xact_lock(hashtextextended('connections', $1))`, [companyId])
  }

  async list(tx: Tx, companyId: CompanyId): Promise<Connection[]> {
    const records = await repository(tx).find({
      where: { companyId, deletedAt: IsNull() },
      order: { id: 'ASC' },
      take: 5_000,
    })
    return records.map(toConnection)
  }

  async find(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection | undefined> {
    const record = await repository(tx).findOneBy({ companyId, id, deletedAt: IsNull() })
    return record ? toConnection(record) : undefined
  }

  async lock(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection> {
    const where = { companyId, id, deletedAt: IsNull() }
    return toConnection(
      required(await repository(tx).findOne({ where, lock: { mode: 'pessimistic_write' } })),
    )
  }

  async insert(tx: Tx, draft: ConnectionDraft, now: Date): Promise<Connection> {
    const { token, ...settings } = draft
    const fields = { ...settings, ...tokenFields(token), createdAt: now, updatedAt: now }
    try {
      const result = await repository(tx).insert(fields)
      return toConnection(
        required(
          await repository(tx).findOneBy({
            companyId: draft.companyId,
            id: Number(result.identifiers[0]?.id),
          }),
        ),
      )
    } catch (error) {
      throw toConflict(error)
    }
  }

  async save(tx: Tx, connection: Connection, now: Date, token?: string): Promise<Connection> {
    const saved = { ...connection, updatedAt: now, ...(token && { tokenEnd: readTokenEnd(token) }) }
    const { id, companyId, createdAt: _created, passkey, ...fields } = saved
    const step = passkey && { ...passkey, until: passkey.until.toISOString() }
    try {
      await repository(tx).update(
        { id, companyId },
        { ...fields, passkey: step, ...(token && tokenFields(token)) },
      )
      return saved
    } catch (error) {
      throw toConflict(error)
    }
  }

  async markDeleted(tx: Tx, companyId: CompanyId, id: ConnectionId, now: Date): Promise<void> {
    await repository(tx).update({ id, companyId }, { deletedAt: now, ...tokenFields('') })
  }

  async findSupervised(
    tx: Tx,
    companyId: CompanyId,
    id: ConnectionId,
  ): Promise<(Connection & { deleted: boolean }) | undefined> {
    const record = await repository(tx).findOne({
      where: { companyId, id },
      lock: { mode: 'pessimistic_write' },
    })
    return record ? { ...toConnection(record), deleted: record.deletedAt !== null } : undefined
  }

  async listSupervised(tx: Tx) {
    const rows = await query<{
      id: number
      company_id: number
      provider: string
      command: string
      command_number: number
      holder: string | null
    }>(
      tx,
      `SELECT c.id, c.company_id, c.provider, c.command, c.command_number, l.owner AS holder FROM connections c
       LEFT JOIN session_lease l ON l.name = 'session:' || c.id AND l.expires_at > clock_timestamp()
       WHERE c.wanted OR c.command <> '' ORDER BY c.id`,
    )
    return rows.map((row) => ({
      id: connectionId(row.id),
      companyId: toCompanyId(row.company_id),
      provider: oneOf(connectionProviders, row.provider),
      command: oneOf(commands, row.command),
      commandNumber: row.command_number,
      holder: row.holder ?? undefined,
    }))
  }

  async findByToken(tx: Tx, token: string): Promise<Connection | undefined> {
    if (token === '') return undefined
    const record = await repository(tx).findOneBy({ tokenHash: hashOf(token), deletedAt: IsNull() })
    return record ? toConnection(record) : undefined
  }

  async dropQueue(tx: Tx, companyId: CompanyId, queueId: number, now: Date): Promise<Connection[]> {
    const touched = await query<{ id: number }>(
      tx,
      `SELECT id FROM connections WHERE company_id = $1 AND deleted_at IS NULL AND ($2 = ANY (queue_ids) OR transfer_queue_id = $2) ORDER BY id FOR UPDATE`,
      [companyId, queueId],
    )
    const ids = touched.map((row) => row.id)
    await execute(
      tx,
      `UPDATE connections SET queue_ids = array_remove(queue_ids, $2), transfer_queue_id = nullif(transfer_queue_id, $2), updated_at = $3
       WHERE company_id = $1 AND id = ANY ($4)`,
      [companyId, queueId, now, ids],
    )
    const connections = await Promise.all(ids.map((id) => this.find(tx, companyId, connectionId(id))))
    return connections.filter((connection) => connection !== undefined)
  }
}
