import type { ServicePorts } from '@balcao/kernel'

import type { AnnouncementStore } from './announcement.store'

export interface AnnouncementDeps extends Pick<
  ServicePorts,
  'db' | 'events' | 'clock' | 'ids' | 'blobs' | 'pendingBlobs'
> {
  announcements: AnnouncementStore
}
