import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { useImportAddressBookMutation, useStartContactImportMutation } from '../../data/contact-imports.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useIsPhone } from '../../lib/use-media'
import { UploadStep, useSheetUpload, type SheetFormat } from '../sheet-import'
import { ImportProgress } from './import-progress'

const FORMATS: readonly SheetFormat[] = ['.xlsx']

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

/** Contacts from a spreadsheet or from the phone. It may be closed while an import runs. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('contacts')
  const { t: common } = useTranslation()
  const titleId = useId()
  const [startImport] = useStartContactImportMutation()
  const upload = useSheetUpload(FORMATS, startImport)
  const { step } = upload
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
        <UploadStep upload={upload} formats={FORMATS} />
        {step.kind === 'started' ? <ImportProgress importId={step.importId} /> : null}
      </DialogContent>
      <DialogActions>
        {step.kind === 'idle' ? <PhoneImport /> : null}
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
