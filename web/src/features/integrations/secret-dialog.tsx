import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { toast } from '../../lib/toast'

/** The signing secret of a webhook, which no later answer has. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { t } = useTranslation('integrations')
  const { t: common } = useTranslation()
  const id = useId()
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast.success(t('secret.copied'))
  }
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id} onClose={onClose}>
      <DialogTitle id={id}>{t('secret.title')}</DialogTitle>
      <DialogContent>
        <p>{t('secret.text')}</p>
        <TextField
          fullWidth
          margin="dense"
          label={t('secret.label')}
          value={secret}
          slotProps={{ input: { readOnly: true }, htmlInput: { spellCheck: false } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void copy()}>{t('secret.copy')}</Button>
        <Button variant="contained" onClick={onClose}>
          {common('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
