import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { toast } from '../lib/toast'

export interface SecretDialogProps {
  secret: string
  /** Whose `secret` says what it is, and what to do with it. */
  words: 'apiKeys' | 'integrations' | 'webhooks'
  onClose: () => void
}

/** A secret that no later answer has. */
export const SecretDialog = ({ secret, words, onClose }: SecretDialogProps) => {
  const { t } = useTranslation(words)
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
        <Button onClick={() => void copy()}>{common('actions.copy')}</Button>
        <Button variant="contained" onClick={onClose}>
          {common('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
