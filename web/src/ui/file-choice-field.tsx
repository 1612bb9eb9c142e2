import type { MediaView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { checkUpload } from '../lib/upload-limit'
import { IconAction } from './icon-action'
import { ClipIcon, TrashIcon } from './icons'
import { useFilePicker } from './use-file-picker'
import './file-field.css'

/** The file that goes with the next save: the stored one, another, or none. */
export type FileChoice = { kind: 'stored' } | { kind: 'picked'; file: File } | { kind: 'none' }

export interface FileChoiceFieldProps {
  stored: MediaView | null
  choice: FileChoice
  onChange: (choice: FileChoice) => void
}

/** Whether saving would change the file: what a form's own `dirty` does not know. */
export const isFileChanged = (stored: MediaView | null, choice: FileChoice): boolean =>
  choice.kind === 'picked' || (choice.kind === 'none' && stored !== null)

const findName = (stored: MediaView | null, choice: FileChoice): string | null => {
  if (choice.kind === 'picked') return choice.file.name
  return choice.kind === 'stored' ? (stored?.name ?? null) : null
}

/** One file that is stored with the form around it. */
export const FileChoiceField = ({ stored, choice, onChange }: FileChoiceFieldProps) => {
  const { t } = useTranslation()
  const { element, pick } = useFilePicker(([file]) => {
    if (file && checkUpload(file)) onChange({ kind: 'picked', file })
  })
  const name = findName(stored, choice)
  return (
    <div className="file-field">
      {element}
      <Button variant="outlined" color="secondary" startIcon={<ClipIcon />} onClick={pick}>
        {t(name === null ? 'files.attach' : 'files.replace')}
      </Button>
      {name === null ? null : (
        <span className="file-field__name">
          <span>{name}</span>
          <IconAction label={`${t('files.remove')}: ${name}`} onClick={() => onChange({ kind: 'none' })}>
            <TrashIcon />
          </IconAction>
        </span>
      )}
    </div>
  )
}
