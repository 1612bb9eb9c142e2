import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { useId, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useImportAddressBookMutation, useStartContactImportMutation } from '../../data/contact-imports.api'
import { showError, translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useIsPhone } from '../../lib/use-media'
import { ImportProgress } from './import-progress'
import './import-dialog.css'

const SAMPLE = '/public/import-contatos.xlsx'

const DropZone = ({ onFile }: { onFile: (file: File) => void }) => {
  const { t } = useTranslation('contacts')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => {
    if (file) onFile(file)
  }
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take(target.files?.[0])
    // The same file may be chosen again.
    target.value = ''
  }
  return (
    <div
      className={isOver ? 'drop-zone drop-zone--over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <p>{t('import.drop')}</p>
      <Button variant="outlined" onClick={() => input.current?.click()}>
        {t('import.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".xlsx"
        hidden
        aria-label={t('import.choose')}
        onChange={handleChange}
      />
      <small>
        {t('import.columns')}{' '}
        <a href={SAMPLE} download>
          {t('import.sample')}
        </a>
      </small>
    </div>
  )
}

const PhoneImport = () => {
  const { t } = useTranslation('contacts')
  const [importAddressBook, { isLoading }] = useImportAddressBookMutation()
  const handleClick = async () => {
    const { data, error } = await importAddressBook()
    if (error) showError(error)
    else toast.success(t('import.phoneDone', { created: data?.created ?? 0, renamed: data?.renamed ?? 0 }))
  }
  return (
    <Button loading={isLoading} onClick={() => void handleClick()}>
      {t('import.phone')}
    </Button>
  )
}

type Step = { kind: 'idle'; error?: string } | { kind: 'reading' } | { kind: 'started'; importId: number }

/** Contacts from a spreadsheet or from the phone. It may be closed while an import runs. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('contacts')
  const { t: common } = useTranslation()
  const titleId = useId()
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const [start] = useStartContactImportMutation()
  const handleFile = async (file: File) => {
    if (!/\.xlsx$/i.test(file.name)) {
      setStep({ kind: 'idle', error: t('import.xlsxOnly') })
      return
    }
    setStep({ kind: 'reading' })
    const { data, error } = await start(file)
    setStep(data ? { kind: 'started', importId: data.id } : { kind: 'idle', error: describe(error) })
  }
  const describe = (error: unknown) => {
    const text = translateError(error)
    return text === common('backendErrors.ERR_VALIDATION') ? t('import.unreadable') : text
  }
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={useIsPhone()}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <DialogTitle id={titleId}>{t('import.title')}</DialogTitle>
      <DialogContent>
        {step.kind === 'idle' && step.error ? (
          <Alert severity="error" role="alert" sx={{ mb: 2 }}>
            {step.error}
          </Alert>
        ) : null}
        {step.kind === 'idle' ? <DropZone onFile={(file) => void handleFile(file)} /> : null}
        {step.kind === 'reading' ? (
          <div className="import-progress" role="status">
            <p>{t('import.reading')}</p>
            <LinearProgress aria-label={t('import.title')} />
          </div>
        ) : null}
        {step.kind === 'started' ? <ImportProgress importId={step.importId} /> : null}
      </DialogContent>
      <DialogActions>
        {step.kind === 'idle' ? <PhoneImport /> : null}
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
