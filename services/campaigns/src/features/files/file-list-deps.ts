import type { ServicePorts } from '@balcao/kernel'

import type { FileListStore } from './file-list.store'

export interface FileListDeps extends Pick<
  ServicePorts,
  'db' | 'events' | 'clock' | 'ids' | 'blobs' | 'pendingBlobs'
> {
  fileLists: FileListStore
}
