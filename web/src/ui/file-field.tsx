import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { showError } from '../lib/error-toast'
import { toast } from '../lib/toast'
import { checkUpload } from '../lib/upload-limit'
import { IconAction } from './icon-action'
import { TrashIcon } from './icons'
import { useFilePicker } from './use-file-picker'
import './file-field.css'

export interface FileFieldProps {
  /** What the file belongs to, for its buttons' names. */
  subject: string
  /** The stored file; null when there is none. */
  file: { name: string; url: string } | null
  busy: boolean
  /** Mutations: answer an error instead of throwing. */
  upload: (picked: File) => Promise<{ error?: unknown }>
  remove: () => Promise<{ error?: unknown }>
}

/** One file that is stored at once, outside of the form around it. */
export const FileField = ({ subject, file, busy, upload, remove }: FileFieldProps) => {
  const { t } = useTranslation()
  const handlePicked = async (picked: File) => {
    if (!checkUpload(picked)) return
    const { error } = await upload(picked)
    if (error) showError(error)
  }
  const { element, pick } = useFilePicker(([picked]) => {
    if (picked) void handlePicked(picked)
  })
  const handleRemove = async () => {
    const { error } = await remove()
    if (error) showError(error)
    else toast.success(t('files.removed'))
  }
  return (
    <div className="file-field">
      {element}
      <Button
        size="small"
        color="secondary"
        variant="outlined"
        loading={busy}
        aria-label={`${t(file ? 'files.replace' : 'files.attach')}: ${subject}`}
        onClick={pick}
      >
        {t(file ? 'files.replace' : 'files.attach')}
      </Button>
      {file ? (
        <>
          <a className="file-field__name" href={file.url} target="_blank" rel="noreferrer">
            {file.name}
          </a>
          <IconAction
            size="small"
            label={`${t('files.remove')}: ${file.name}`}
            disabled={busy}
            onClick={() => void handleRemove()}
          >
            <TrashIcon />
          </IconAction>
        </>
      ) : null}
    </div>
  )
}
