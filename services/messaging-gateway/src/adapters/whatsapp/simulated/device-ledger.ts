import { AppError, type Database, type Tx } from '@balcao/kernel'
import { execute, noSql, Parameter, query, queryLast, sql, type Sql } from '@balcao/platform'

import type { SimpleCloseReason, Refusal } from '../../../features/whatsapp-driver'
import { listUntakenLast, type Untaken } from './inbound-ledger'

/** One number of the simulated network. */
export interface SimulatedDevice {
  connectionId: number
  companyId: number
  paired: boolean
  number: string
  qrcode: string
  /** Id of the connected client. */
  socket: string | null
  endReason: SimpleCloseReason | null
}

/** What waits for the client of a number. */
export interface PendingWork {
  hasMessages: boolean
  /** The first of them, when they were read along. */
  untaken?: Untaken[] | undefined
  hasReactions: boolean
  hasCalls: boolean
  /** The earliest scheduled receipt. */
  receiptAt: Date | undefined
}

interface WorkRow {
  has_messages: boolean
  has_reactions: boolean
  has_calls: boolean
  receipt_at: Date | null
}

interface DeviceRow {
  connection_id: number
  company_id: number
  paired: boolean
  number: string
  qrcode: string
  socket: string | null
  end_reason: SimpleCloseReason | null
}

const toDevice = (row: DeviceRow): SimulatedDevice => ({
  connectionId: row.connection_id,
  companyId: row.company_id,
  paired: row.paired,
  number: row.number,
  qrcode: row.qrcode,
  socket: row.socket,
  endReason: row.end_reason,
})

const toWork = (row: WorkRow): PendingWork => ({
  hasMessages: row.has_messages,
  hasReactions: row.has_reactions,
  hasCalls: row.has_calls,
  receiptAt: row.receipt_at ?? undefined,
})

function selectWithWork(connectionId: number): Sql {
  const id = new Parameter(connectionId)
  return sql`SELECT l.*,
    EXISTS (SELECT 1 FROM simulator.messages m
      WHERE m.connection_id = ${id} AND m.direction = 'in' AND (NOT m.taken OR m.revision <> '')) AS has_messages,
    EXISTS (SELECT 1 FROM simulator.reactions r WHERE r.connection_id = ${id} AND r.direction = 'in' AND NOT r.taken) AS has_reactions,
    EXISTS (SELECT 1 FROM simulator.calls c WHERE c.connection_id = ${id} AND c.answer = '') AS has_calls,
    (SELECT min(d.due_at) FROM simulator.receipts d WHERE d.connection_id = ${id}) AS receipt_at
  FROM simulator.lines l WHERE l.connection_id = ${id}`
}

/** A Brazilian mobile number, unique in this network. */
export const buildNumber = (connectionId: number): string =>
  `55119${String(40_000_000 + (connectionId % 50_000_000))}`

/** The connected client of each number. Like WhatsApp, the network has no companies: its transactions have platform scope. */
export class DeviceLedger {
  constructor(private readonly db: Database) {}

  /** Creates the row if there is none. */
  async ensure(tx: Tx, companyId: number, connectionId: number): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO simulator.lines (connection_id, company_id) VALUES (${connectionId}, ${companyId}) ON CONFLICT DO NOTHING`,
    )
  }

  /** Connects a client; an earlier one is reported as replaced at its next poll. */
  attach(companyId: number, connectionId: number, socket: string): Promise<void> {
    return this.db.asPlatform(async (tx) => {
      await this.ensure(tx, companyId, connectionId)
      await execute(
        tx,
        sql`UPDATE simulator.lines SET socket = ${socket}, end_reason = NULL, qrcode = '' WHERE connection_id = ${connectionId}`,
      )
    })
  }

  detach(connectionId: number, socket: string): Promise<void> {
    return this.update(
      sql`UPDATE simulator.lines SET socket = NULL, end_reason = NULL, qrcode = '', pairing_code = '' WHERE connection_id = ${connectionId} AND socket = ${socket}`,
    )
  }

  /** Unlinks the device. */
  unpair(connectionId: number): Promise<void> {
    return this.update(
      sql`UPDATE simulator.lines SET paired = false, number = '', qrcode = '' WHERE connection_id = ${connectionId}`,
    )
  }

  showQr(connectionId: number, socket: string, text: string): Promise<void> {
    return this.update(
      sql`UPDATE simulator.lines SET qrcode = ${text} WHERE connection_id = ${connectionId} AND socket = ${socket} AND NOT paired`,
    )
  }

  async find(connectionId: number): Promise<SimulatedDevice | undefined> {
    return (await this.readWithWork(connectionId, 0))?.device
  }

  /**
   * The number and what waits for its client, in one statement: most turns of an idle client end here.
   * @param mostMessages how many messages to read along, in the same round trip; 0 for none.
   */
  async readWithWork(
    connectionId: number,
    mostMessages: number,
  ): Promise<{ device: SimulatedDevice; work: PendingWork } | undefined> {
    const statement = selectWithWork(connectionId)
    const [[row], untaken] = await this.db.asPlatform((tx) =>
      Promise.all([
        (mostMessages === 0 ? queryLast : query)<DeviceRow & WorkRow>(tx, statement),
        mostMessages === 0 ? undefined : listUntakenLast(tx, connectionId, mostMessages),
      ]),
    )
    return row && { device: toDevice(row), work: { ...toWork(row), untaken } }
  }

  /** Stores the pairing code, which links a phone as a scan would. False when no QR code is shown. */
  async showCode(connectionId: number, socket: string, code: string): Promise<boolean> {
    const touched = await this.db.asPlatform((tx) =>
      execute(
        tx,
        sql`UPDATE simulator.lines SET pairing_code = ${code} WHERE connection_id = ${connectionId} AND socket = ${socket} AND NOT paired AND qrcode <> ''`,
      ),
    )
    return touched === 1
  }

  /**
   * A phone scans the code on the screen, or enters the characters beside it.
   * @throws {AppError} ERR_WAPP_NOT_INITIALIZED without a code, or for other characters.
   */
  async scan(connectionId: number, number: string, code?: string): Promise<void> {
    const withCode = code === undefined ? noSql : sql`AND pairing_code = ${code}`
    const touched = await this.db.asPlatform((tx) =>
      execute(
        tx,
        sql`UPDATE simulator.lines SET paired = true, number = ${number}, qrcode = '', pairing_code = ''
         WHERE connection_id = ${connectionId} AND socket IS NOT NULL AND qrcode <> '' ${withCode}`,
      ),
    )
    if (touched === 0) throw new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'no such code is shown' })
  }

  /** The server refuses the next frame of this client. */
  refuseNext(connectionId: number, refusal: Refusal): Promise<void> {
    return this.update(
      sql`UPDATE simulator.lines SET refusal = ${refusal} WHERE connection_id = ${connectionId}`,
    )
  }

  /** The network ends the session. @throws {AppError} ERR_WAPP_NOT_INITIALIZED when no client is connected. */
  async end(connectionId: number, reason: SimpleCloseReason): Promise<void> {
    const unlink = reason === 'logged-out' ? sql`, paired = false, number = ''` : noSql
    const touched = await this.db.asPlatform((tx) =>
      execute(
        tx,
        sql`UPDATE simulator.lines SET end_reason = ${reason} ${unlink}
          WHERE connection_id = ${connectionId} AND socket IS NOT NULL AND paired`,
      ),
    )
    if (touched === 0) throw new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'no session is connected' })
  }

  private async update(statement: Sql): Promise<void> {
    await this.db.asPlatform((tx) => execute(tx, statement))
  }
}

/** A client of a number, as each of its frames identifies it. */
export interface Client {
  connectionId: number
  socket: string
}

/**
 * Receives a frame from a client: undefined, or the reason why the server refuses it.
 * @throws {AppError} ERR_WAPP_NOT_INITIALIZED when this client is not the connected one.
 */
export async function receiveFrame(tx: Tx, { connectionId, socket }: Client): Promise<Refusal | undefined> {
  const [device] = await query<{ refusal: Refusal | '' }>(
    tx,
    sql`SELECT refusal FROM simulator.lines WHERE connection_id = ${connectionId} AND socket = ${socket} AND paired AND end_reason IS NULL FOR SHARE`,
  )
  if (!device) throw new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'another client is connected' })
  if (device.refusal === '') return undefined
  await execute(tx, sql`UPDATE simulator.lines SET refusal = '' WHERE connection_id = ${connectionId}`)
  return device.refusal
}
