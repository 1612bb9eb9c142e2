import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { NudgeProcessRequest } from '@balcao/contracts/wire'
import type { ServicePorts } from '@balcao/kernel'

import { signals } from '../../signals'

interface PendingNudge {
  connections: Set<ConnectionId>
  companies: Set<CompanyId>
  looks: boolean
}

const toNudgeRequest = ({ connections, companies, looks }: PendingNudge): NudgeProcessRequest => ({
  connectionIds: [...connections],
  settingsOf: [...companies],
  looks,
})

/**
 * Hints to other processes; those for a process with a call under way are batched into the next call. Best effort and not
 * awaited: polls of the database find what a lost hint would have told.
 */
export class PeerNudges {
  private readonly pending = new Map<string, PendingNudge>()
  private readonly underWay = new Set<string>()

  constructor(private readonly ports: Pick<ServicePorts, 'peers'>) {}

  /** The connection has something to send, or to receive from the simulated network. */
  nudgeConnection(rpcAddress: string, connectionId: ConnectionId): void {
    this.pendingFor(rpcAddress).connections.add(connectionId)
    this.send(rpcAddress)
  }

  /** Sessions may be free, or have a new command. */
  nudgeSupervisor(rpcAddress: string): void {
    this.pendingFor(rpcAddress).looks = true
    this.send(rpcAddress)
  }

  /** The company's settings have changed. */
  nudgeSettings(rpcAddress: string, companyId: CompanyId): void {
    this.pendingFor(rpcAddress).companies.add(companyId)
    this.send(rpcAddress)
  }

  private pendingFor(rpcAddress: string): PendingNudge {
    const news = this.pending.get(rpcAddress) ?? {
      connections: new Set(),
      companies: new Set(),
      looks: false,
    }
    this.pending.set(rpcAddress, news)
    return news
  }

  private send(rpcAddress: string): void {
    const news = this.pending.get(rpcAddress)
    if (!news || this.underWay.has(rpcAddress)) return
    this.pending.delete(rpcAddress)
    this.underWay.add(rpcAddress)
    this.ports.peers
      .messaging(rpcAddress)
      .nudgeProcess(toNudgeRequest(news))
      .catch((error: unknown) => signals.nudgeNotPassed(error))
      .finally(() => {
        this.underWay.delete(rpcAddress)
        this.send(rpcAddress)
      })
  }
}
