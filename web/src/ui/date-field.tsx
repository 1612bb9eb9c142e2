import TextField from '@mui/material/TextField'
import { useField } from 'formik'
import { lazy, Suspense } from 'react'

const DateFieldPicker = lazy(async () => ({ default: (await import('./date-picker')).DateFieldPicker }))

export interface DateFieldProps {
  kind: 'date' | 'time' | 'dateTime'
  label: string
  /** `YYYY-MM-DD`, `HH:mm` or `YYYY-MM-DDTHH:mm`, in local time; '' for none, and while it is half typed. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  required?: boolean
  disabled?: boolean
  /** Past days and times cannot be chosen; typed ones are up to the form. */
  disablePast?: boolean
  error?: string
  hint?: string
}

/** A date, a time or both, typed or chosen in the user's language. The picker's code is loaded with the first of them. */
export const DateField = (props: DateFieldProps) => (
  <Suspense
    fallback={<TextField size="small" fullWidth disabled label={props.label} helperText={props.hint} />}
  >
    <DateFieldPicker {...props} />
  </Suspense>
)

/** `DateField` bound to formik; its error appears after touch or submit. */
export const FormDate = ({
  name,
  ...props
}: Omit<DateFieldProps, 'value' | 'onChange' | 'onBlur' | 'error'> & { name: string }) => {
  const [{ value }, meta, helpers] = useField<string>(name)
  const error = meta.touched && meta.error ? meta.error : ''
  return (
    <DateField
      {...props}
      value={value}
      error={error}
      onChange={(next) => void helpers.setValue(next)}
      onBlur={() => void helpers.setTouched(true)}
    />
  )
}
