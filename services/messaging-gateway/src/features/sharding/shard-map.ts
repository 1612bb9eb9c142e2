import type { ConnectionId } from '@balcao/contracts'
import type { Self } from '@balcao/kernel'

import type { GatewayProcess } from './process.store'
import { shareOut } from './share-out'
import type { ShardTimes } from './shard-times'

/** A connection that wants a session, as one look at the database shows it. */
export interface SeenConnection {
  id: ConnectionId
  /** Owner of its living lease. */
  holder: string | undefined
}

interface Share {
  key: string
  owners: Map<ConnectionId, string>
}

const keyOf = (ids: readonly ConnectionId[], owners: readonly string[]) =>
  `${owners.join(' ')}|${ids.join(' ')}`

/** What this process knows of the others, as of its last look. Times are monotonic milliseconds. */
export class ShardMap {
  private processes: readonly GatewayProcess[] = []
  private connections = new Map<ConnectionId, SeenConnection>()
  private freeSince = new Map<ConnectionId, number>()
  private members = ''
  private steadySince = 0
  private hasLooked = false
  private share: Share = { key: '', owners: new Map() }

  constructor(
    private readonly self: Pick<Self, 'owner'>,
    private readonly times: ShardTimes,
  ) {}

  look(processes: readonly GatewayProcess[], connections: readonly SeenConnection[], nowMs: number): void {
    this.processes = processes
    this.connections = new Map(connections.map((connection) => [connection.id, connection]))
    this.noteMembers(nowMs)
    this.freeSince = new Map(
      connections
        .filter((connection) => this.isFree(connection))
        .map(({ id }) => [id, this.freeSince.get(id) ?? nowMs]),
    )
    this.share = this.shareOf(this.takers())
    this.hasLooked = true
  }

  /** Other living processes. */
  get others(): readonly GatewayProcess[] {
    return this.processes.filter(({ owner }) => owner !== this.self.owner)
  }

  /** False only when a look has shown that there is no other process. */
  get mayHaveOthers(): boolean {
    return !this.hasLooked || this.others.length > 0
  }

  steadyMs(nowMs: number): number {
    return nowMs - this.steadySince
  }

  /** Whether the connection should be here, by everybody's reckoning. */
  isOurs(id: ConnectionId): boolean {
    return this.share.owners.get(id) === this.self.owner
  }

  /** Whether this process may take the connection now: its own at once, another's when nobody has taken it for a while. */
  mayTake({ id }: Pick<SeenConnection, 'id'>, nowMs: number): boolean {
    const since = this.freeSince.get(id)
    return since !== undefined && (this.isOurs(id) || nowMs - since >= this.times.patienceMs)
  }

  /** The other process that holds the connection. */
  holderOf(id: ConnectionId): GatewayProcess | undefined {
    const holder = this.connections.get(id)?.holder
    return holder === undefined ? undefined : this.others.find(({ owner }) => owner === holder)
  }

  /** The other process that should hold the connection. */
  findNextOwner(id: ConnectionId): GatewayProcess | undefined {
    const owner = this.share.owners.get(id)
    return this.others.find((process) => process.owner === owner)
  }

  /* A lease under our own name that we do not know is one of an earlier life. */
  private isFree({ holder }: SeenConnection): boolean {
    return holder === undefined || holder === this.self.owner
  }

  private takers(): string[] {
    return this.processes.filter(({ isDraining }) => !isDraining).map(({ owner }) => owner)
  }

  private noteMembers(nowMs: number): void {
    const members = this.takers().join(' ')
    if (members !== this.members) this.steadySince = nowMs
    this.members = members
  }

  private shareOf(owners: readonly string[]): Share {
    const ids = [...this.connections.keys()]
    const key = keyOf(ids, owners)
    return key === this.share.key ? this.share : { key, owners: shareOut(ids, owners) }
  }
}
