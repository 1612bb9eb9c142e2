import type { MessageKind } from '@balcao/contracts'

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
}

/** Files that recorded messages wait for. */
export type MediaFetchStore = FollowUpStore<MediaFetch>
