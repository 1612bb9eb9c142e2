import { AppError, SECOND, type ServicePorts } from '@balcao/kernel'

import type { WebClient } from './web-client.port'
import {
  isOlder,
  newerOf,
  OLDEST_VERSION,
  versionInServiceWorker,
  webVersionText,
  type WebVersion,
} from './web-version'
import type { KnownWebVersion, WebVersionStore } from './web-version.store'

export interface ClientVersionDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  webVersions: WebVersionStore
  webClient: WebClient
  /** WHATSAPP_WEB_VERSION: this one and no other. */
  pinned: WebVersion | undefined
  signals: {
    versionRenewed(version: string): void
    versionUnknown(error: AppError): void
  }
}

export interface VersionInUse extends KnownWebVersion {
  version: WebVersion
  source: 'pinned' | 'web-client' | 'built-in'
}

/* Every number of a process may be told at the same moment that it is outdated. */
const ASK_AGAIN_AFTER_MS = 10 * SECOND

/** Which version of the web client this installation says it is. */
export class ClientVersions {
  private askedAtMs = -Infinity
  private asking: Promise<void> | undefined

  constructor(private readonly deps: ClientVersionDeps) {}

  /** The version for the next socket, and where it comes from. */
  async inUse(): Promise<VersionInUse> {
    const { db, webVersions, pinned } = this.deps
    const known = await db.asPlatform((tx) => webVersions.read(tx))
    if (pinned) return { ...known, version: pinned, source: 'pinned' }
    if (!known.version || isOlder(known.version, OLDEST_VERSION))
      return { ...known, version: OLDEST_VERSION, source: 'built-in' }
    return { ...known, version: known.version, source: 'web-client' }
  }

  async current(): Promise<WebVersion> {
    return (await this.inUse()).version
  }

  /** Looks what the web client is now, at most every ten seconds in this process; never throws for a host that is away. */
  async refresh(): Promise<void> {
    const nowMs = performance.now()
    if (this.deps.pinned || nowMs < this.askedAtMs + ASK_AGAIN_AFTER_MS) return this.asking
    this.askedAtMs = nowMs
    this.asking = this.look()
    return this.asking
  }

  private async look(): Promise<void> {
    const { db, clock, webVersions, signals } = this.deps
    const before = await this.current()
    try {
      const version = newerOf(await this.read(), OLDEST_VERSION)
      await db.asPlatform((tx) => webVersions.found(tx, version, clock.now()))
      if (isOlder(before, version)) signals.versionRenewed(webVersionText(version))
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error
      signals.versionUnknown(error)
      await db.asPlatform((tx) => webVersions.failed(tx, clock.now()))
    }
  }

  private async read(): Promise<WebVersion> {
    const version = versionInServiceWorker(await this.deps.webClient.serviceWorker())
    if (!version) throw new AppError('ERR_UNAVAILABLE', { detail: 'sw.js names no revision' })
    return version
  }
}
