import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { NudgeProcessRequest } from '@balcao/contracts/wire'
import type { ServicePorts } from '@balcao/kernel'

import { signals } from '../../signals'

interface News {
  connections: Set<ConnectionId>
  companies: Set<CompanyId>
  looks: boolean
}

const requestOf = ({ connections, companies, looks }: News): NudgeProcessRequest => ({
  connectionIds: [...connections],
  settingsOf: [...companies],
  looks,
})

/**
 * Hints to other processes, gathered while one is on its way to them. Best effort: polls of the database are the truth,
 * and nobody waits for an answer.
 */
export class PeerNudges {
  private readonly news = new Map<string, News>()
  private readonly underWay = new Set<string>()

  constructor(private readonly ports: Pick<ServicePorts, 'peers'>) {}

  /** The connection has something to send, or to take from the simulated network. */
  session(rpcAddress: string, connectionId: ConnectionId): void {
    this.newsFor(rpcAddress).connections.add(connectionId)
    this.pass(rpcAddress)
  }

  /** Sessions may be free, or commanded. */
  look(rpcAddress: string): void {
    this.newsFor(rpcAddress).looks = true
    this.pass(rpcAddress)
  }

  /** The company's settings are others now. */
  settings(rpcAddress: string, companyId: CompanyId): void {
    this.newsFor(rpcAddress).companies.add(companyId)
    this.pass(rpcAddress)
  }

  private newsFor(rpcAddress: string): News {
    const news = this.news.get(rpcAddress) ?? { connections: new Set(), companies: new Set(), looks: false }
    this.news.set(rpcAddress, news)
    return news
  }

  private pass(rpcAddress: string): void {
    const news = this.news.get(rpcAddress)
    if (!news || this.underWay.has(rpcAddress)) return
    this.news.delete(rpcAddress)
    this.underWay.add(rpcAddress)
    this.ports.peers
      .messaging(rpcAddress)
      .nudgeProcess(requestOf(news))
      .catch((error: unknown) => signals.nudgeNotPassed(error))
      .finally(() => {
        this.underWay.delete(rpcAddress)
        this.pass(rpcAddress)
      })
  }
}
