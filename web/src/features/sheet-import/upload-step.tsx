import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import { useTranslation } from 'react-i18next'

import { ColumnMapping } from './column-mapping'
import { DropZone } from './drop-zone'
import type { SheetFormat } from './sheet-formats'
import type { SheetUpload } from './use-sheet-upload'
import './sheet-import.css'

/** Takes a spreadsheet, maps its columns and shows that it is read; nothing once its import has started. */
export const UploadStep = ({ upload, formats }: { upload: SheetUpload; formats: readonly SheetFormat[] }) => {
  const { step } = upload
  const { t } = useTranslation('contacts')
  if (step.kind === 'started') return null
  if (step.kind === 'mapping')
    return (
      <ColumnMapping
        preview={step.preview}
        onStart={(columns) => void upload.start({ file: step.file, columns })}
        onBack={upload.restart}
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
      <DropZone formats={formats} onFile={(file) => void upload.take(file)} />
    </>
  )
}
