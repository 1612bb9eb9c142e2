import { createHash } from 'node:crypto'

import {
  companyId as toCompanyId,
  connectionId,
  type CompanyId,
  type ConnectionId,
  type PromptId,
  type QueueId,
} from '@balcao/contracts'
import { AppError, type Tx, type DuePage } from '@balcao/kernel'
import {
  execute,
  integerSql,
  lockName,
  noSql,
  query,
  sql,
  violatedConstraint,
  type Row,
} from '@balcao/platform'

import {
  readTokenEnd,
  type Connection,
  type ConnectionDraft,
  type ConnectionStore,
  type SupervisedConnection,
  type MarkedConnection,
} from '../../features/connections/connection.store'
import { connections, readCommand, readProvider } from './connection-table'

const MOST_LISTED = integerSql(5_000)

/*
 * SHA-256 without a salt is enough for our tokens, which have 256 random bits; a short one that was entered is as good
 * as known to who reads the table. Looked up by hash, so the response time reveals nothing about a token.
 */
const hashToken = (token: string): Buffer | null =>
  token === '' ? null : createHash('sha256').update(token).digest()

/* A duplicate name is a conflict; a duplicate token is reported without naming its owner. */
function toConflict(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'connections_name') return new AppError('ERR_WAPP_NAME_ALREADY_EXISTS', { cause: error })
  if (constraint === 'connections_token')
    return new AppError('ERR_VALIDATION', { detail: 'token', cause: error })
  return error
}

/* Columns of a session that was never opened. */
const unopened = {
  number: '',
  qrcode: '',
  passkey: null,
  retries: 0,
  lastEnd: '',
  retryAt: null,
  newChatsHold: '',
  newChatsHeldUntil: null,
  fallbacks: {},
  command: '',
  commandNumber: 0,
} as const

export class PgConnectionStore implements ConnectionStore {
  lockCompany(tx: Tx, companyId: CompanyId): void {
    lockName(tx, 'connections', companyId)
  }

  list(tx: Tx, companyId: CompanyId): Promise<Connection[]> {
    return connections.find(
      tx,
      sql`WHERE company_id = ${companyId} AND deleted_at IS NULL ORDER BY id LIMIT ${MOST_LISTED}`,
    )
  }

  find(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection | undefined> {
    return connections.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND id = ${id} AND deleted_at IS NULL`,
    )
  }

  async lock(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection> {
    const locked = await connections.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND id = ${id} AND deleted_at IS NULL FOR UPDATE`,
    )
    if (!locked) throw new AppError('ERR_NO_WAPP_FOUND')
    return locked
  }

  async insert(tx: Tx, { token, ...draft }: ConnectionDraft, now: Date): Promise<Connection> {
    const connection = {
      ...unopened,
      ...draft,
      tokenEnd: readTokenEnd(token),
      createdAt: now,
      updatedAt: now,
    }
    try {
      const [row] = await query(
        tx,
        sql`${connections.insertion(connection, { token_hash: hashToken(token) })} RETURNING ${connections.columns}`,
      )
      if (!row) throw new AppError('ERR_INTERNAL', { detail: 'a connection was not inserted' })
      return connections.read(row)
    } catch (error) {
      throw toConflict(error)
    }
  }

  async save(tx: Tx, connection: Connection, now: Date, token?: string): Promise<Connection> {
    const saved = { ...connection, updatedAt: now, ...(token && { tokenEnd: readTokenEnd(token) }) }
    const tokenHash = token ? sql`, token_hash = ${hashToken(token)}` : noSql
    try {
      await execute(
        tx,
        sql`UPDATE connections SET ${connections.assignments(saved)}${tokenHash}
          WHERE company_id = ${saved.companyId} AND id = ${saved.id}`,
      )
      return saved
    } catch (error) {
      throw toConflict(error)
    }
  }

  async markDeleted(tx: Tx, companyId: CompanyId, id: ConnectionId, now: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE connections SET deleted_at = ${now}, token_hash = NULL, token_end = ''
        WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }

  async findSupervised(
    tx: Tx,
    companyId: CompanyId,
    id: ConnectionId,
  ): Promise<(Connection & { deleted: boolean }) | undefined> {
    const [row] = await query<Row & { deleted: boolean }>(
      tx,
      sql`SELECT ${connections.columns}, deleted_at IS NOT NULL AS deleted FROM connections
        WHERE company_id = ${companyId} AND id = ${id} FOR UPDATE`,
    )
    return row && { ...connections.read(row), deleted: row.deleted }
  }

  async listSupervised(tx: Tx): Promise<SupervisedConnection[]> {
    const rows = await query<{
      id: number
      company_id: number
      provider: string
      command: string
      command_number: number
      holder: string | null
    }>(
      tx,
      sql`SELECT c.id, c.company_id, c.provider, c.command, c.command_number, l.owner AS holder FROM connections c
        LEFT JOIN session_lease l ON l.name = 'session:' || c.id AND l.expires_at > clock_timestamp()
        WHERE c.wanted OR c.command <> '' ORDER BY c.id`,
    )
    return rows.map((row) => ({
      id: connectionId(row.id),
      companyId: toCompanyId(row.company_id),
      provider: readProvider(row.provider),
      command: readCommand(row.command),
      commandNumber: row.command_number,
      holder: row.holder ?? undefined,
    }))
  }

  async findByToken(tx: Tx, token: string): Promise<Connection | undefined> {
    if (token === '') return undefined
    return connections.findFirst(tx, sql`WHERE token_hash = ${hashToken(token)} AND deleted_at IS NULL`)
  }

  async listToAnnounce(
    tx: Tx,
    { after = connectionId(0), limit }: DuePage<ConnectionId>,
  ): Promise<MarkedConnection[]> {
    const rows = await query<{ id: number; company_id: number }>(
      tx,
      sql`SELECT id, company_id FROM connections WHERE to_announce AND id > ${after} ORDER BY id LIMIT ${integerSql(limit)}`,
    )
    return rows.map((row) => ({ companyId: toCompanyId(row.company_id), id: connectionId(row.id) }))
  }

  async takeToAnnounce(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection | undefined> {
    const taken = await execute(
      tx,
      sql`UPDATE connections SET to_announce = false WHERE company_id = ${companyId} AND id = ${id} AND to_announce`,
    )
    return taken === 0 ? undefined : this.find(tx, companyId, id)
  }

  async dropQueue(tx: Tx, companyId: CompanyId, queueId: QueueId, now: Date): Promise<Connection[]> {
    const touched = await query<{ id: number }>(
      tx,
      sql`SELECT id FROM connections WHERE company_id = ${companyId} AND deleted_at IS NULL
        AND (${queueId} = ANY (queue_ids) OR transfer_queue_id = ${queueId}) ORDER BY id FOR UPDATE`,
    )
    const ids = touched.map((row) => row.id)
    await execute(
      tx,
      sql`UPDATE connections SET queue_ids = array_remove(queue_ids, ${queueId}),
          transfer_queue_id = nullif(transfer_queue_id, ${queueId}), updated_at = ${now}
        WHERE company_id = ${companyId} AND id = ANY (${ids})`,
    )
    return connections.find(tx, sql`WHERE company_id = ${companyId} AND id = ANY (${ids}) ORDER BY id`)
  }

  async dropPrompt(tx: Tx, companyId: CompanyId, promptId: PromptId, now: Date): Promise<Connection[]> {
    const touched = await query<{ id: number }>(
      tx,
      sql`UPDATE connections SET prompt_id = NULL, updated_at = ${now}
        WHERE company_id = ${companyId} AND deleted_at IS NULL AND prompt_id = ${promptId} RETURNING id`,
    )
    const ids = touched.map((row) => row.id)
    return connections.find(tx, sql`WHERE company_id = ${companyId} AND id = ANY (${ids}) ORDER BY id`)
  }
}
