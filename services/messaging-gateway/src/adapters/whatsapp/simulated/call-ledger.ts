import type { SimulatorCall } from '@balcao/contracts'
import type { Database } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

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
        sql`INSERT INTO simulator.calls (connection_id, chat, id, name, is_video, at) VALUES (${call.connectionId}, ${call.number}, ${call.id}, ${call.name}, ${call.isVideo}, ${now}) ON CONFLICT DO NOTHING`,
      ),
    )
  }

  listUnanswered(connectionId: number, limit: number): Promise<UnansweredCall[]> {
    return this.db.asPlatform((tx) =>
      query<UnansweredCall>(
        tx,
        sql`SELECT seq, id, chat AS number, name, is_video AS "isVideo", at FROM simulator.calls
         WHERE connection_id = ${connectionId} AND answer = '' ORDER BY seq LIMIT ${limit}`,
      ),
    )
  }

  async answer(connectionId: number, seq: number, answer: 'ring' | 'refuse'): Promise<void> {
    await this.db.asPlatform((tx) =>
      execute(
        tx,
        sql`UPDATE simulator.calls SET answer = ${answer} WHERE connection_id = ${connectionId} AND seq = ${seq}`,
      ),
    )
  }

  /** Newest first. */
  list(connectionId: number): Promise<SimulatorCall[]> {
    return this.db.asPlatform((tx) =>
      query<SimulatorCall>(
        tx,
        sql`SELECT id, chat AS number, is_video AS "isVideo", answer FROM simulator.calls WHERE connection_id = ${connectionId} ORDER BY seq DESC LIMIT 200`,
      ),
    )
  }
}
