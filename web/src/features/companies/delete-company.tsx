import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useDeleteCompanyMutation,
  useStartCompanyExportMutation,
  type ListedCompany,
} from '../../data/companies.api'
import { showError } from '../../lib/error-toast'
import { startDownload } from '../../lib/save-file'
import { DeleteDialog } from '../../ui/delete-dialog'
import './companies.css'

interface DeleteCompanyProps {
  company: ListedCompany
  onClose: () => void
  onDeleted: () => void
}

/* The browser shows how much has come; the download goes on when the page is closed. */
const ExportCompany = ({ company }: { company: ListedCompany }) => {
  const { t } = useTranslation('billing')
  const [start, { isLoading, isSuccess }] = useStartCompanyExportMutation()
  const id = useId()
  const handleClick = async () => {
    const { data, error } = await start(company.id)
    if (error) showError(error)
    else startDownload(data.url)
  }
  return (
    <div className="company-export">
      <Button variant="outlined" loading={isLoading} aria-describedby={id} onClick={() => void handleClick()}>
        {t('companies.export.button')}
      </Button>
      <small id={id} role="status">
        {t(isSuccess ? 'companies.export.started' : 'companies.export.hint')}
      </small>
    </div>
  )
}

/** Offers what the company owns as a file, and deletes the company once its name was typed. */
export const DeleteCompany = ({ company, onClose, onDeleted }: DeleteCompanyProps) => {
  const { t } = useTranslation('billing')
  const [typed, setTyped] = useState('')
  const [remove] = useDeleteCompanyMutation()
  return (
    <DeleteDialog
      title={t('confirm.title')}
      text={`${t('confirm.text')} ${t('companies.deleteText', { name: company.name })}`}
      doneText={t('saved')}
      remove={() => remove(company.id)}
      confirmDisabled={typed.trim() !== company.name}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <ExportCompany company={company} />
      <TextField
        autoFocus
        fullWidth
        size="small"
        label={t('companies.typeName')}
        helperText={company.name}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
      />
    </DeleteDialog>
  )
}
