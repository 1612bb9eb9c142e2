import { useFormik, type FormikErrors } from 'formik'
import type { AnyObject, ObjectSchema, ValidationError } from 'yup'

import { apiErrorOf } from '../lib/api-error'
import { FORM_SUBMIT_DELAY_MS } from '../lib/constants'
import { showError } from '../lib/error-toast'

export interface FormDialogOptions<V extends object> {
  initialValues: V
  /** The contract's body: the same validator as on the server. */
  schema?: ObjectSchema<AnyObject>
  /** Form values as the body that `schema` checks; the values themselves unless given. */
  toBody?: (values: V) => unknown
  /** Sends; rejects with the server's error (`.unwrap()` of a mutation). */
  save: (values: V) => Promise<unknown>
  /** After success: toast and close. */
  onSaved: () => void
  /** An error this form answers itself: return true to keep it from the shared handler. */
  onError?: (error: unknown) => boolean
}

const wait = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))

const isValidationError = (error: unknown): error is ValidationError =>
  error instanceof Error && error.name === 'ValidationError' && 'inner' in error

const toErrors = <V>(error: ValidationError): FormikErrors<V> => {
  const errors: Record<string, string> = {}
  for (const one of error.inner.length ? error.inner : [error]) if (one.path) errors[one.path] ??= one.message
  return errors as FormikErrors<V>
}

/**
 * Formik for `FormDialog`: validates on blur and submit with the contract's yup body, waits the specified 400 ms
 * before sending, puts the server's field errors under their fields and everything else through the shared handler.
 */
export const useFormDialog = <V extends object>(options: FormDialogOptions<V>) =>
  useFormik<V>({
    initialValues: options.initialValues,
    enableReinitialize: true,
    validateOnBlur: true,
    validateOnChange: true,
    validate: async (values) => {
      try {
        await options.schema?.validate(options.toBody ? options.toBody(values) : values, { abortEarly: false })
        return {}
      } catch (error) {
        if (isValidationError(error)) return toErrors<V>(error)
        throw error
      }
    },
    onSubmit: async (values, helpers) => {
      await wait(FORM_SUBMIT_DELAY_MS)
      try {
        await options.save(values)
        options.onSaved()
      } catch (error) {
        const read = apiErrorOf(error)
        if (read.kind === 'answer')
          for (const [field, message] of Object.entries(read.fields)) helpers.setFieldError(field, message)
        if (!options.onError?.(error)) showError(error)
      }
    },
  })
