import type { Sort } from '../rules/sort'
import type { fileListBody, fileListPatchBody, listFileListsQuery, uploadFileListBody } from './files.http'
import type { MediaView } from './messages.routes'
import { type Sent, route } from './route'

/** What the list of file lists is sorted by. */
export const fileListSorts = ['name'] as const

export type FileListSort = Sort<(typeof fileListSorts)[number]>

export const MAX_FILE_LIST_OPTIONS = 20
/** Files of one upload. */
export const MAX_FILE_LIST_UPLOADS = 10
export const FILE_LIST_FIELD = 'files'

export interface FileOptionView {
  /** Unique within its list. */
  id: number
  /** Sent as the file's caption. */
  name: string
  /** A signed link to the file; null without one. */
  path: string | null
  /** MIME type; null without a file. */
  mediaType: string | null
  media: MediaView | null
}

export interface FileListView {
  id: number
  name: string
  /** Sent before the files. */
  message: string
  /** In the order in which they are sent. */
  options: FileOptionView[]
  /** Who made it. */
  userId: number
  companyId: number
  createdAt: string
  updatedAt: string
}

export const fileRoutes = {
  listFileLists: route('get', '/files').with<{
    query: Sent<typeof listFileListsQuery>
    answer: { files: FileListView[]; count: number; hasMore: boolean }
  }>(),
  getFileList: route('get', '/files/:fileListId').with<{ answer: FileListView }>(),
  createFileList: route('post', '/files').with<{ body: Sent<typeof fileListBody>; answer: FileListView }>(),
  updateFileList: route('put', '/files/:fileListId').with<{
    body: Sent<typeof fileListPatchBody>
    answer: FileListView
  }>(),
  deleteFileList: route('delete', '/files/:fileListId').with<{ answer: { message: string } }>(),
  uploadFileList: route('post', '/files/uploadList/:fileListId').with<{
    body: Sent<typeof uploadFileListBody>
    answer: FileListView
  }>(),
}
