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
  /** What it is, and what to do with it. */
  words: { title: string; text: string; label: string; copied: string }
  onClose: () => void
}

/** A secret that no later answer has. */
export const SecretDialog = ({ secret, words, onClose }: SecretDialogProps) => {
  const { t } = useTranslation()
  const id = useId()
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast.success(words.copied)
  }
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id} onClose={onClose}>
      <DialogTitle id={id}>{words.title}</DialogTitle>
      <DialogContent>
        <p>{words.text}</p>
        <TextField
          fullWidth
          margin="dense"
          label={words.label}
          value={secret}
          slotProps={{ input: { readOnly: true }, htmlInput: { spellCheck: false } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void copy()}>{t('actions.copy')}</Button>
        <Button variant="contained" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
