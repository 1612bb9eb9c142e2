import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useGetContactListImportQuery,
  useListContactListImportFaultsQuery,
  useUploadContactListMutation,
} from '../../data/contact-lists.api'
import { useIsPhone } from '../../lib/use-media'
import { ImportOutcome, UploadStep, useSheetUpload, type SheetFormat } from '../sheet-import'

/* The event of the last rows may come before the answer that this shows: hence it is asked for again. */
const ASK_AGAIN_MS = 3_000
const FORMATS: readonly SheetFormat[] = ['.xls', '.xlsx']

const Progress = (which: { contactListId: number; importId: number }) => {
  const [isDone, setDone] = useState(false)
  const { data, error } = useGetContactListImportQuery(which, { pollingInterval: isDone ? 0 : ASK_AGAIN_MS })
  const hasFaults = data?.status === 'done' && data.failed > 0
  const { data: faults = [] } = useListContactListImportFaultsQuery(which, { skip: !hasFaults })
  if (data?.status === 'done' && !isDone) setDone(true)
  return <ImportOutcome data={data} error={error} faults={faults} />
}

/** Adds the rows of a spreadsheet to a list. It may be closed while they are added. */
export const ImportListDialog = ({
  contactListId,
  onClose,
}: {
  contactListId: number
  onClose: () => void
}) => {
  const { t } = useTranslation('contactLists')
  const { t: common } = useTranslation()
  const titleId = useId()
  const [send] = useUploadContactListMutation()
  const upload = useSheetUpload(FORMATS, (sheet) => send({ id: contactListId, ...sheet }))
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
      <DialogTitle id={titleId}>{t('import')}</DialogTitle>
      <DialogContent>
        <UploadStep upload={upload} formats={FORMATS} />
        {step.kind === 'started' ? <Progress contactListId={contactListId} importId={step.importId} /> : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
