import type { Tx } from '@balcao/kernel'

import type { WebVersion } from './web-version'

export type { WebVersion } from './web-version'

/** The last known version of the web client; one row for the installation. */
export interface KnownWebVersion {
  /** Undefined until the first successful fetch. */
  version: WebVersion | undefined
  /** Time of the last successful fetch. */
  checkedAt: Date | undefined
  /** When the last fetch failed; undefined after a success. */
  failedAt: Date | undefined
}

/** Every method needs a platform transaction: the version belongs to no company. */
export interface WebVersionStore {
  read(tx: Tx): Promise<KnownWebVersion>
  /** Keeps the newer of the stored and the given version, and stores when it was fetched. */
  saveVersion(tx: Tx, version: WebVersion, at: Date): Promise<void>
  saveFailure(tx: Tx, at: Date): Promise<void>
  /** Whether any connection is on the real network. */
  hasConnections(tx: Tx): Promise<boolean>
}
