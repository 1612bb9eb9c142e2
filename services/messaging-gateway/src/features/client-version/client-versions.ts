import {
  AppError,
  DAY,
  listOnPrimaries,
  MINUTE,
  SECOND,
  writeOnPrimaries,
  type ServicePorts,
} from '@balcao/kernel'

import type { WebClient } from './web-client.port'
import {
  isOlder,
  pickNewer,
  OLDEST_VERSION,
  parseServiceWorker,
  formatWebVersion,
  type WebVersion,
} from './web-version'
import type { KnownWebVersion, WebVersionStore } from './web-version.store'

export interface ClientVersionDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  webVersions: WebVersionStore
  webClient: WebClient
  /** WHATSAPP_WEB_VERSION: the only version used. */
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

/* All sessions of a process may be refused as outdated at the same moment. */
const ASK_AGAIN_AFTER_MS = 10 * SECOND
/* While the web client cannot be read, logins do not wait for it each time. */
const LOG_IN_WITHOUT_MS = 5 * MINUTE

const computeKnownAt = ({ checkedAt, failedAt }: KnownWebVersion): number =>
  Math.max(checkedAt?.getTime() ?? 0, failedAt?.getTime() ?? 0)

/** The version of WhatsApp's web client that this installation announces. */
export class ClientVersions {
  private askedAtMs = -Infinity
  private refreshing: Promise<void> | undefined

  constructor(private readonly deps: ClientVersionDeps) {}

  /** The version for the next socket, and its source. */
  async readInUse(): Promise<VersionInUse> {
    const { pinned } = this.deps
    const known = await this.readKnown()
    if (pinned) return { ...known, version: pinned, source: 'pinned' }
    if (!known.version || isOlder(known.version, OLDEST_VERSION))
      return { ...known, version: OLDEST_VERSION, source: 'built-in' }
    return { ...known, version: known.version, source: 'web-client' }
  }

  /* Each primary has the row; one that was away has an older one. */
  private async readKnown(): Promise<KnownWebVersion> {
    const { db, webVersions } = this.deps
    const { items, failure } = await listOnPrimaries(db, async (tx) => [await webVersions.read(tx)])
    const [latest] = items.toSorted((one, other) => computeKnownAt(other) - computeKnownAt(one))
    if (!latest) throw failure ?? new AppError('ERR_UNAVAILABLE', { detail: 'no primary answered' })
    return latest
  }

  async readCurrent(): Promise<WebVersion> {
    return (await this.readInUse()).version
  }

  /**
   * The version for a login. Fetched first unless it was within a day: WhatsApp refuses what came with the release once it is some
   * months old, and counts refused logins. When that fails, the last known version is used, and the next five minutes too.
   */
  async readForLogin(): Promise<WebVersion> {
    const { source, checkedAt, failedAt } = await this.readInUse()
    const now = this.deps.clock.now().getTime()
    const isWithin = (at: Date | undefined, ms: number) => at !== undefined && now - at.getTime() < ms
    const isKnown = source === 'web-client' && isWithin(checkedAt, DAY)
    if (source !== 'pinned' && !isKnown && !isWithin(failedAt, LOG_IN_WITHOUT_MS)) await this.refresh()
    return this.readCurrent()
  }

  /** Fetches the web client's version, at most every ten seconds in this process. Does not throw when its host is unreachable. */
  async refresh(): Promise<void> {
    const nowMs = performance.now()
    if (this.deps.pinned || nowMs < this.askedAtMs + ASK_AGAIN_AFTER_MS) return this.refreshing
    this.askedAtMs = nowMs
    this.refreshing = this.readAndStore()
    return this.refreshing
  }

  private async readAndStore(): Promise<void> {
    const { db, clock, webVersions, signals } = this.deps
    const before = await this.readCurrent()
    try {
      const version = pickNewer(await this.fetchVersion(), OLDEST_VERSION)
      await writeOnPrimaries(db, (tx) => webVersions.saveVersion(tx, version, clock.now()))
      if (isOlder(before, version)) signals.versionRenewed(formatWebVersion(version))
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error
      signals.versionUnknown(error)
      await writeOnPrimaries(db, (tx) => webVersions.saveFailure(tx, clock.now()))
    }
  }

  private async fetchVersion(): Promise<WebVersion> {
    const version = parseServiceWorker(await this.deps.webClient.fetchServiceWorker())
    if (!version) throw new AppError('ERR_UNAVAILABLE', { detail: 'sw.js names no revision' })
    return version
  }
}
