import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useField } from 'formik'
import { useId, type ReactNode } from 'react'

export type FormTextProps = Omit<TextFieldProps, 'name' | 'value' | 'error'> & {
  name: string
  hint?: ReactNode
}

/** A text field bound to formik; its error appears after touch or submit. */
export const FormText = ({ name, hint, ...field }: FormTextProps) => {
  const id = useId()
  const [input, meta] = useField<string | number | undefined>(name)
  const error = meta.touched && meta.error ? meta.error : ''
  // Formik has the value of a field that is added later after its first render only.
  const value = input.value ?? ''
  return (
    <TextField id={id} {...input} value={value} {...field} error={error !== ''} helperText={error || hint} />
  )
}

export interface FormSwitchProps {
  name: string
  label: string
  hint?: string
  disabled?: boolean
}

/** A yes/no bound to formik; what the server refuses of it replaces the hint. */
export const FormSwitch = ({ name, label, hint, disabled }: FormSwitchProps) => {
  const id = useId()
  const [input, meta, helpers] = useField<boolean>(name)
  const error = meta.touched && meta.error ? meta.error : ''
  const text = error || hint
  return (
    <div>
      <FormControlLabel
        label={label}
        disabled={disabled}
        control={
          <Switch
            checked={input.value}
            onChange={(_event, checked) => void helpers.setValue(checked)}
            slotProps={{ input: { 'aria-describedby': text ? id : undefined } }}
          />
        }
      />
      {text ? (
        <FormHelperText id={id} error={error !== ''}>
          {text}
        </FormHelperText>
      ) : null}
    </div>
  )
}
