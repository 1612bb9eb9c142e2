import type { CompanyId, MediaWait, MessageKind } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { FollowUpStore, WaitingMessage } from './follow-up.store'

/** A file to download. */
export interface MediaFetch extends WaitingMessage {
  kind: MessageKind
  name: string
  durationSeconds: number
  waveform: string | undefined
  thumbnail: string | undefined
  /** The media reference, sealed. */
  reference: Uint8Array
  wait: MediaWait
}

/** Files that recorded messages wait for. */
export interface MediaFetchStore extends FollowUpStore<MediaFetch> {
  /** False when it waits for that already, or there is no such row. */
  setWait(tx: Tx, companyId: CompanyId, id: string, wait: MediaWait): Promise<boolean>
}
