import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import { useTranslation } from 'react-i18next'

import type { MappedSheet } from '../../data/file-form'
import { ColumnMapping } from './column-mapping'
import { DropZone, type DropZoneProps } from './drop-zone'
import type { UploadStep as Step } from './use-sheet-upload'
import './sheet-import.css'

interface UploadStepProps extends DropZoneProps {
  step: Step
  onStart: (sheet: MappedSheet) => void
  /** Another file is chosen. */
  onBack: () => void
}

/** Takes a spreadsheet, maps its columns and shows that it is read; nothing once its import has started. */
export const UploadStep = ({ step, onStart, onBack, ...zone }: UploadStepProps) => {
  const { t } = useTranslation('contacts')
  if (step.kind === 'started') return null
  if (step.kind === 'mapping')
    return (
      <ColumnMapping
        preview={step.preview}
        onStart={(columns) => onStart({ file: step.file, columns })}
        onBack={onBack}
      />
    )
  if (step.kind === 'reading')
    return (
      <div className="import-progress" role="status">
        <p>{t('import.reading')}</p>
        <LinearProgress aria-label={t('import.title')} />
      </div>
    )
  return (
    <>
      {step.error ? (
        <Alert severity="error" role="alert" sx={{ mb: 2 }}>
          {step.error}
        </Alert>
      ) : null}
      <DropZone {...zone} />
    </>
  )
}
