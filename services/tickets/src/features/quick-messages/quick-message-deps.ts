import type { ServicePorts } from '@balcao/kernel'

import type { QuickMessageStore } from './quick-message.store'

export interface QuickMessageDeps extends Pick<
  ServicePorts,
  'db' | 'events' | 'clock' | 'ids' | 'inbox' | 'blobs' | 'pendingBlobs'
> {
  quickMessages: QuickMessageStore
  /** Most bytes of one uploaded file. */
  maxUploadBytes: number
}
