import { deskEvent, orderingKeys, type DeskEvent, type FileListSnapshot } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import type { FileList } from './file-list'

interface Stamp {
  ids: Ids
  clock: Clock
}

export const toFileListSnapshot = ({ options, ...list }: FileList): FileListSnapshot => ({
  ...list,
  options: options.map(({ id, name, media }) => ({ id, name, ...(media && { media }) })),
})

export const fileListChanged = (stamp: Stamp, list: FileList, { created }: { created: boolean }): DeskEvent =>
  deskEvent(stamp, orderingKeys.fileList(list.companyId, list.id), 'fileListChanged', {
    fileList: toFileListSnapshot(list),
    created,
  })

export const fileListDeleted = (stamp: Stamp, { companyId, id }: FileList): DeskEvent =>
  deskEvent(stamp, orderingKeys.fileList(companyId, id), 'fileListDeleted', { fileListId: id })
