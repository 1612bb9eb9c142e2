import type { ConnectionId } from '@balcao/contracts'
import type { Self } from '@balcao/kernel'

import type { GatewayProcess } from './process.store'
import { shareOut } from './share-out'
import type { ShardTimes } from './shard-times'

/** A connection that should have a session, as the last poll found it. */
export interface SeenConnection {
  id: ConnectionId
  /** Owner of its lease, undefined when it has none or it has expired. */
  holder: string | undefined
}

interface Share {
  key: string
  owners: Map<ConnectionId, string>
}

const shareKey = (ids: readonly ConnectionId[], owners: readonly string[]) =>
  `${owners.join(' ')}|${ids.join(' ')}`

/** Processes, connections and their assignment, as of the last poll. Times are monotonic milliseconds. */
export class ShardMap {
  private processes: readonly GatewayProcess[] = []
  private connections = new Map<ConnectionId, SeenConnection>()
  private freeSince = new Map<ConnectionId, number>()
  private members = ''
  private steadySince = 0
  private isUpdated = false
  private share: Share = { key: '', owners: new Map() }

  constructor(
    private readonly self: Pick<Self, 'owner'>,
    private readonly times: ShardTimes,
  ) {}

  update(processes: readonly GatewayProcess[], connections: readonly SeenConnection[], nowMs: number): void {
    this.processes = processes
    this.connections = new Map(connections.map((connection) => [connection.id, connection]))
    this.noteMembers(nowMs)
    this.freeSince = new Map(
      connections
        .filter((connection) => this.isFree(connection))
        .map(({ id }) => [id, this.freeSince.get(id) ?? nowMs]),
    )
    this.share = this.assignShare(this.listTakers())
    this.isUpdated = true
  }

  /** Other processes that are alive. */
  get others(): readonly GatewayProcess[] {
    return this.processes.filter(({ owner }) => owner !== this.self.owner)
  }

  /** False only when a poll has found no other process. */
  get mayHaveOthers(): boolean {
    return !this.isUpdated || this.others.length > 0
  }

  steadyMs(nowMs: number): number {
    return nowMs - this.steadySince
  }

  /** Whether the connection is assigned to this process; every process computes the same assignment. */
  isOurs(id: ConnectionId): boolean {
    return this.share.owners.get(id) === this.self.owner
  }

  /** Whether this process may take the connection now: its own at once, another's after `takeOverAfterMs` without a holder. */
  mayTake({ id }: Pick<SeenConnection, 'id'>, nowMs: number): boolean {
    const since = this.freeSince.get(id)
    return since !== undefined && (this.isOurs(id) || nowMs - since >= this.times.takeOverAfterMs)
  }

  /** The other process that holds the connection. */
  findHolder(id: ConnectionId): GatewayProcess | undefined {
    const holder = this.connections.get(id)?.holder
    return holder === undefined ? undefined : this.others.find(({ owner }) => owner === holder)
  }

  /** The other process that should hold the connection. */
  findNextOwner(id: ConnectionId): GatewayProcess | undefined {
    const owner = this.share.owners.get(id)
    return this.others.find((process) => process.owner === owner)
  }

  /* A lease under our own name that we do not hold was left by an earlier run of this process. */
  private isFree({ holder }: SeenConnection): boolean {
    return holder === undefined || holder === this.self.owner
  }

  private listTakers(): string[] {
    return this.processes.filter(({ isDraining }) => !isDraining).map(({ owner }) => owner)
  }

  private noteMembers(nowMs: number): void {
    const members = this.listTakers().join(' ')
    if (members !== this.members) this.steadySince = nowMs
    this.members = members
  }

  private assignShare(owners: readonly string[]): Share {
    const ids = [...this.connections.keys()]
    const key = shareKey(ids, owners)
    return key === this.share.key ? this.share : { key, owners: shareOut(ids, owners) }
  }
}
