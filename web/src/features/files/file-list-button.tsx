import type { FileListView } from '@balcao/contracts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { loadNamespaces } from '../../i18n/i18n'
import { IconAction } from '../../ui/icon-action'
import { FilesIcon } from '../../ui/icons'

const SendFileList = lazy(async () => {
  const [{ SendFileList: dialog }] = await Promise.all([import('./send-file-list'), loadNamespaces('files')])
  return { default: dialog }
})

/** What of a file list is sent: its message, then each file with its name as the caption. */
export interface ChosenFileList {
  message: FileListView['message']
  files: { file: File; caption: string }[]
}

/** Opens the file lists, of which one may be sent. */
export const FileListButton = ({ onSend }: { onSend: (chosen: ChosenFileList) => void }) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconAction label={t('files.sendList')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FilesIcon />
      </IconAction>
      {isOpen ? (
        <Suspense fallback={null}>
          <SendFileList
            onClose={() => setOpen(false)}
            onSend={(chosen) => {
              setOpen(false)
              onSend(chosen)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
