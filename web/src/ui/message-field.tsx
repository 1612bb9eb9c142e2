import Button from '@mui/material/Button'
import { useField } from 'formik'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { FormText } from './form-fields'
import { messageVariables, toPlaceholder } from '../lib/message-variables'
import './message-field.css'

/** A text for customers, with a row of variables that are inserted at the caret. */
export const MessageField = ({ name, label }: { name: string; label: string }) => {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [{ value }, , helpers] = useField<string>(name)
  const insert = (placeholder: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {}
    const caret = selectionStart + placeholder.length
    void helpers
      .setValue(value.slice(0, selectionStart) + placeholder + value.slice(selectionEnd))
      .then(() => {
        field.current?.focus()
        field.current?.setSelectionRange(caret, caret)
      })
  }
  return (
    <div className="message-field">
      <FormText name={name} label={label} required multiline minRows={4} maxRows={10} inputRef={field} />
      <div role="group" aria-label={t('variables.title')} className="message-field__variables">
        {messageVariables.map((variable) => (
          <Button
            key={variable}
            size="small"
            color="secondary"
            variant="outlined"
            onClick={() => insert(toPlaceholder(variable))}
          >
            {t(`variables.${variable}`)}
          </Button>
        ))}
      </div>
    </div>
  )
}
