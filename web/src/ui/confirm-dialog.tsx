import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  text?: string
  /** Below the text: what has to be filled in first. It has the focus then, not a button. */
  children?: ReactNode
  confirmDisabled?: boolean
  /** 'Ok' unless given. */
  confirmLabel?: string
  cancelLabel?: string
  /** Red, and focus starts on Cancelar. */
  destructive?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Confirms an action that cannot be undone. Esc cancels, Enter presses the focused button. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { t } = useTranslation()
  const id = useId()
  const { destructive = false, busy = false } = props
  return (
    <Dialog
      open={props.open}
      onClose={busy ? undefined : props.onCancel}
      fullWidth
      maxWidth="xs"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={props.text ? `${id}-text` : undefined}
    >
      <DialogTitle id={`${id}-title`}>{props.title}</DialogTitle>
      {props.text ? (
        <DialogContent sx={{ color: 'var(--ink2)' }}>
          <span id={`${id}-text`}>{props.text}</span>
          {props.children}
        </DialogContent>
      ) : null}
      <DialogActions>
        <Button
          onClick={props.onCancel}
          autoFocus={destructive && !props.children}
          disabled={busy}
          color="secondary"
        >
          {props.cancelLabel ?? t('actions.cancel')}
        </Button>
        <Button
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          onClick={props.onConfirm}
          autoFocus={!destructive && !props.children}
          disabled={props.confirmDisabled ?? false}
          loading={busy}
        >
          {props.confirmLabel ?? t('actions.ok')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
