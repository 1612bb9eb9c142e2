import { watchQueries, type SentQuery } from '@balcao/testkit'
import type { Client } from 'pg'

/** A transaction, or a statement outside of one. */
interface Sent {
  statements: string[]
  /** How often a statement was sent while no answer was awaited: round trips. */
  roundTrips: number
}

export interface StatementLog {
  /**
   * Statements and round trips of what was sent at least `times` times, and their texts, each divided by `times` and rounded: a look
   * for work that finds none belongs to no message. What relays and the simulated phone send is left out.
   */
  countPer(times: number): { statements: number; roundTrips: number; texts: string[] }
  stop(): void
}

const clean = (text: string): string => text.replace(/\s+/g, ' ').trim()

const isEnd = (text: string): boolean => text === 'COMMIT' || text === 'ROLLBACK'

class Recorder {
  private readonly open = new Map<Client, Sent>()
  readonly seen = new Map<string, { times: number; sent: Sent }>()

  send({ client, text: asSent, isRoundTrip }: SentQuery): void {
    const text = clean(asSent)
    const sent = this.open.get(client) ?? { statements: [], roundTrips: 0 }
    sent.statements.push(text)
    if (isRoundTrip) sent.roundTrips += 1
    if (text.startsWith('BEGIN')) this.open.set(client, sent)
    else if (isEnd(text) || !this.open.has(client)) this.close(client, sent)
  }

  private close(client: Client, sent: Sent): void {
    this.open.delete(client)
    const kind = sent.statements.join('\n')
    this.seen.set(kind, { times: (this.seen.get(kind)?.times ?? 0) + 1, sent })
  }
}

/* Relays read when events are announced, and every 200 ms besides: how often depends on the machine. */
const isOfRelay = (kind: string): boolean => /outbox SET sent|AS held \(shard\)|pg_try_advisory/.test(kind)

const isOfSimulatedPhone = (kind: string): boolean => /simulator\.|c\.provider = 'simulated'/.test(kind)

/** Records what every Postgres client of this process sends, until `stop`. */
export function recordStatements(): StatementLog {
  const recorder = new Recorder()
  const stop = watchQueries((sent) => {
    recorder.send(sent)
    return undefined
  })
  return {
    countPer: (times) => {
      const often = [...recorder.seen]
        .filter(([kind, { times: seen }]) => seen >= times && !isOfRelay(kind) && !isOfSimulatedPhone(kind))
        .map(([, seen]) => seen)
      const sum = (measure: (sent: Sent) => number) =>
        often.reduce((total, kind) => total + Math.round(kind.times / times) * measure(kind.sent), 0)
      return {
        statements: sum(({ statements }) => statements.length),
        roundTrips: sum(({ roundTrips }) => roundTrips),
        texts: often.flatMap(({ times: seen, sent }) => [
          `${(seen / times).toFixed(2)} ×, ${sent.roundTrips} round trips:`,
          ...sent.statements.map((text) => `    ${text.slice(0, 140)}`),
        ]),
      }
    },
    stop,
  }
}
