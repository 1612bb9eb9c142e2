import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Form, FormikProvider, type FormikContextType } from 'formik'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useIsPhone } from '../lib/use-media'
import { useUnsaved } from '../lib/use-unsaved'
import { ConfirmDialog } from './confirm-dialog'
import { useFocusFirstError } from './use-focus-first-error'

export interface FormDialogProps<V extends object> {
  open: boolean
  title: string
  /** From `useFormDialog`. */
  form: FormikContextType<V>
  /** 'Salvar' unless given ('Adicionar' for something new). */
  submitLabel?: string
  maxWidth?: 'sm' | 'md' | 'lg'
  onClose: () => void
  children: ReactNode
  /** Shows the form without the button that sends it. */
  readOnly?: boolean
  /** Left of the buttons. */
  footer?: ReactNode
  /** Stands in the place of a dialog that was open: it does not fade in. */
  continues?: boolean
}

/**
 * A form in a dialog: full screen on phones, closes by Esc or a click outside only while unchanged (asks otherwise),
 * shows its spinner at once and keeps the values when the server refuses.
 */
export const FormDialog = <V extends object>(props: FormDialogProps<V>) => {
  const { form, open, onClose } = props
  const { t } = useTranslation()
  const id = useId()
  const phone = useIsPhone()
  const [asking, setAsking] = useState(false)
  const ref = useFocusFirstError<HTMLDivElement>(form)
  useUnsaved(open && form.dirty, form.isSubmitting)

  const handleClose = () => {
    if (form.isSubmitting) return
    if (form.dirty) setAsking(true)
    else onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={handleClose}
      fullWidth
      maxWidth={props.maxWidth ?? 'sm'}
      fullScreen={phone}
      aria-labelledby={id}
      {...(props.continues ? { transitionDuration: 0 } : {})}
    >
      <FormikProvider value={form}>
        <Form noValidate style={{ display: 'contents' }}>
          <DialogTitle id={id}>{props.title}</DialogTitle>
          <DialogContent ref={ref} sx={{ display: 'grid', alignContent: 'start', gap: 4 }}>
            {props.children}
          </DialogContent>
          <DialogActions>
            {props.footer ? <div style={{ marginRight: 'auto' }}>{props.footer}</div> : null}
            <Button onClick={handleClose} disabled={form.isSubmitting} color="secondary">
              {t('actions.cancel')}
            </Button>
            {props.readOnly ? null : (
              <Button type="submit" variant="contained" loading={form.isSubmitting}>
                {props.submitLabel ?? t('actions.save')}
              </Button>
            )}
          </DialogActions>
        </Form>
      </FormikProvider>
      <ConfirmDialog
        open={asking}
        title={t('dialogs.discardTitle')}
        text={t('dialogs.discardText')}
        confirmLabel={t('actions.discard')}
        cancelLabel={t('actions.keepEditing')}
        destructive
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onClose()
        }}
      />
    </Dialog>
  )
}
