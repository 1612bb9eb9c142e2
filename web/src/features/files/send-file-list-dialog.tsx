import type { FileListView } from '@balcao/contracts'
import { lazy } from 'react'

import { loadNamespaces } from '../../i18n/i18n'

/** What of a file list is sent: its message, then each file with its name as the caption. */
export interface ChosenFileList {
  message: FileListView['message']
  files: { file: File; caption: string }[]
}

/** The file lists, of which one may be sent; fetched with its words when it is shown. */
export const SendFileListDialog = lazy(async () => {
  const [{ SendFileList: dialog }] = await Promise.all([import('./send-file-list'), loadNamespaces('files')])
  return { default: dialog }
})
