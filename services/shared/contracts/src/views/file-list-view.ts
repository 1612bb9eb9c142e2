import type { FileListSnapshot } from '../gen/desk/campaigns/v1/campaigns_events'
import type { FileListView } from '../http/files.routes'
import { companyId } from '../ids/ids'
import { mediaView } from './media-view'
import type { SignMedia } from './view-fields'

export const fileListView = (list: FileListSnapshot, sign: SignMedia): FileListView => ({
  id: list.id,
  name: list.name,
  message: list.message,
  options: list.options.map(({ id, name, media: stored }) => {
    const media = stored?.key ? mediaView(companyId(list.companyId), stored, sign) : null
    return { id, name, path: media?.url ?? null, mediaType: media?.mimeType ?? null, media }
  }),
  userId: list.userId,
  companyId: list.companyId,
  createdAt: (list.createdAt ?? new Date(0)).toISOString(),
  updatedAt: (list.updatedAt ?? new Date(0)).toISOString(),
})
