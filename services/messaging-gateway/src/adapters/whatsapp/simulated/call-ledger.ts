import type { SimulatorCall } from '@balcao/contracts'
import type { Database } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

/** A call to a simulated number. */
export interface PhoneCall {
  connectionId: number
  /** Digits. */
  number: string
  id: string
  name: string
  isVideo: boolean
}

export interface UnansweredCall {
  seq: number
  id: string
  number: string
  name: string
  isVideo: boolean
  at: Date
}

/** Calls and their outcomes. */
export class CallLedger {
  constructor(private readonly db: Database) {}

  async ring(call: PhoneCall, now: Date): Promise<void> {
    await this.db.asPlatform((tx) =>
      execute(
        tx,
        `INSERT INTO simulator.calls (connection_id, chat, id, name, is_video, at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [call.connectionId, call.number, call.id, call.name, call.isVideo, now],
      ),
    )
  }

  listUnanswered(connectionId: number, limit: number): Promise<UnansweredCall[]> {
    return this.db.asPlatform((tx) =>
      query<UnansweredCall>(
        tx,
        `SELECT seq, id, chat AS number, name, is_video AS "isVideo", at FROM simulator.calls
         WHERE connection_id = $1 AND answer = '' ORDER BY seq LIMIT $2`,
        [connectionId, limit],
      ),
    )
  }

  async answer(connectionId: number, seq: number, answer: 'ring' | 'refuse'): Promise<void> {
    await this.db.asPlatform((tx) =>
      execute(tx, `UPDATE simulator.calls SET answer = $3 WHERE connection_id = $1 AND seq = $2`, [
        connectionId,
        seq,
        answer,
      ]),
    )
  }

  /** Newest first. */
  list(connectionId: number): Promise<SimulatorCall[]> {
    return this.db.asPlatform((tx) =>
      query<SimulatorCall>(
        tx,
        `SELECT id, chat AS number, is_video AS "isVideo", answer FROM simulator.calls WHERE connection_id = $1 ORDER BY seq DESC LIMIT 200`,
        [connectionId],
      ),
    )
  }
}
