import Button from '@mui/material/Button'
import { Form, FormikProvider, type FormikContextType } from 'formik'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useUnsaved } from '../lib/use-unsaved'
import './record-form.css'

export interface RecordFormProps<V extends object> {
  title: string
  /** From `useFormDialog`. */
  form: FormikContextType<V>
  /** Back to the empty form of a new record. */
  onClear: () => void
  /** Absent for a new record. */
  onDelete?: () => void
  /** Between the delete and the save button. */
  extraButtons?: ReactNode
  children: ReactNode
}

/* The row that was chosen may be far below the form: its heading is scrolled to and announced. */
const useShowChosen = (isChosen: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isChosen) heading.current?.focus()
  }, [isChosen])
  return heading
}

/** A form above a table: for a new record, or for the row that was chosen below. */
export const RecordForm = <V extends object>(props: RecordFormProps<V>) => {
  const { title, form, onClear, onDelete, extraButtons, children } = props
  const { t } = useTranslation()
  const id = useId()
  useUnsaved(form.dirty, form.isSubmitting)
  const heading = useShowChosen(onDelete !== undefined)
  return (
    <section className="record-form" aria-labelledby={id}>
      <FormikProvider value={form}>
        <Form noValidate style={{ display: 'contents' }}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {children}
          <div className="record-form__buttons">
            <Button color="secondary" disabled={form.isSubmitting} onClick={onClear}>
              {t('actions.clear')}
            </Button>
            {onDelete ? (
              <Button color="error" disabled={form.isSubmitting} onClick={onDelete}>
                {t('actions.delete')}
              </Button>
            ) : null}
            {extraButtons}
            <Button type="submit" variant="contained" loading={form.isSubmitting}>
              {t('actions.save')}
            </Button>
          </div>
        </Form>
      </FormikProvider>
    </section>
  )
}
