import type { ConnectionId } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'

import type { SupervisedConnection } from '../connections'
import type { SupervisedRun } from './supervise-connection'

/* An opening that takes longer than this no longer keeps the next one waiting. */
const SLOW_OPENING_MS = 5 * SECOND

type Opening = Pick<SupervisedRun, 'opened'>

/** Begins sessions, so many at a time: the next one when one is open or over, or takes long. */
export class Openings {
  private waiting: SupervisedConnection[] = []
  /** Each until its lease is taken or refused. */
  private readonly underWay = new Map<ConnectionId, Promise<void>>()
  private isStopped = false

  /** @param begin takes the connection's lease; undefined when it is another's. Must not reject. */
  constructor(
    private readonly most: number,
    private readonly begin: (connection: SupervisedConnection) => Promise<Opening | undefined>,
  ) {}

  /** Begins these in their order, and none that waited before. */
  plan(connections: readonly SupervisedConnection[]): void {
    this.waiting = connections.filter(({ id }) => !this.underWay.has(id))
    this.next()
  }

  /** Begins no further one; resolves when no lease is being taken. */
  async stop(): Promise<void> {
    this.isStopped = true
    await Promise.all(this.underWay.values())
  }

  private next(): void {
    while (!this.isStopped && this.underWay.size < this.most) {
      const connection = this.waiting.shift()
      if (!connection) return
      this.underWay.set(connection.id, this.open(connection))
    }
  }

  private async open(connection: SupervisedConnection): Promise<void> {
    const opening = await this.begin(connection)
    void (opening ? isOpenOrSlow(opening) : Promise.resolve()).then(() => {
      this.underWay.delete(connection.id)
      this.next()
    })
  }
}

function isOpenOrSlow({ opened }: Opening): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SLOW_OPENING_MS)
    void opened.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
