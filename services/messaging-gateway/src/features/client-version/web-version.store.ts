import type { Tx } from '@balcao/kernel'

import type { WebVersion } from './web-version'

export type { WebVersion } from './web-version'

/** What was found out about the web client; one for the installation. */
export interface KnownWebVersion {
  /** Undefined until it could be read for the first time. */
  version: WebVersion | undefined
  /** When it was read last. */
  checkedAt: Date | undefined
  /** When it could not be read; undefined once it could be again. */
  failedAt: Date | undefined
}

/** Every method needs a platform transaction: the version belongs to no company. */
export interface WebVersionStore {
  read(tx: Tx): Promise<KnownWebVersion>
  /** Never goes back: an older version than the stored one only says when it was looked for. */
  found(tx: Tx, version: WebVersion, at: Date): Promise<void>
  failed(tx: Tx, at: Date): Promise<void>
  /** Whether there is a connection to the real network at all. */
  isNeeded(tx: Tx): Promise<boolean>
}
