import type { FileListSort } from '@balcao/contracts'
import type { SearchedRecordStore } from '@balcao/kernel'

import type { FileList } from './file-list'

export type { FileList } from './file-list'

/**
 * File lists of a company, by name unless sorted. Campaigns that name one go on when it is deleted.
 * @throws {AppError} ERR_FILE_ALREADY_EXISTS for a name in use; accents and case are ignored.
 */
export type FileListStore = SearchedRecordStore<FileList, FileListSort>
