import * as http from '@balcao/contracts'
import { fileListId, type BodyOf } from '@balcao/contracts'
import { fileListView, type SignMedia } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import { createFileList, deleteFileList, updateFileList } from './edit-file-lists'
import type { FileList, OptionDraft } from './file-list'
import type { FileListDeps } from './file-list-deps'
import { toFileListSnapshot } from './file-list-events'
import { listFileLists, readFileList } from './read-file-lists'
import { uploadFiles } from './upload-files'

const toDrafts = (options: BodyOf<typeof http.createFileList>['options']): OptionDraft[] =>
  options.map(({ id, name }) => ({ id, name }))

/** Mounts `/files`. */
export function fileRoutes(edge: HttpEdge, deps: FileListDeps, sign: SignMedia): void {
  const view = (list: FileList) => fileListView(toFileListSnapshot(list), sign)

  edge.route(http.listFileLists, async ({ session, query }) => {
    const { items, ...page } = await listFileLists(deps, session, query)
    return { files: items.map(view), ...page }
  })
  edge.route(http.getFileList, async ({ session, params }) =>
    view(await readFileList(deps, session, fileListId(params.fileListId))),
  )
  edge.route(http.createFileList, async ({ session, body: { name, message, options } }) =>
    view(await createFileList(deps, session, { name, message, options: toDrafts(options) })),
  )
  edge.route(http.updateFileList, async ({ session, params, body: { name, message, options } }) =>
    view(
      await updateFileList(deps, session, fileListId(params.fileListId), {
        ...(name !== undefined && { name }),
        ...(message !== undefined && { message }),
        ...(options && { options: toDrafts(options) }),
      }),
    ),
  )
  edge.route(http.deleteFileList, async ({ session, params }) => {
    await deleteFileList(deps, session, fileListId(params.fileListId))
    return { message: 'File list deleted' }
  })
  edge.route(http.uploadFileList, async ({ session, params, body: { id }, files }) =>
    view(await uploadFiles(deps, session, fileListId(params.fileListId), { optionIds: id, uploads: files })),
  )
}
