import { setIn, useFormik, type FormikErrors } from 'formik'
import type { AnyObject, ObjectSchema } from 'yup'

import { FORM_SUBMIT_DELAY_MS } from '../lib/constants'
import { showError } from '../lib/error-toast'
import { setFieldErrors } from '../lib/field-errors'
import { translateFaults } from '../lib/translate-fault'
import { listYupErrors } from '../lib/yup-errors'

export interface FormDialogOptions<V extends object> {
  initialValues: V
  /** The contract's body: the same validator as on the server. */
  schema?: ObjectSchema<AnyObject>
  /** Form values as the body that `schema` checks; the values themselves unless given. */
  toBody?: (values: V) => unknown
  /** Rules the contract leaves to the server: path of a field (`prices[0].price`) → message. */
  check?: (values: V) => Partial<Record<keyof V & string, string>>
  /** Sends; rejects with the server's error (`.unwrap()` of a mutation). */
  save: (values: V) => Promise<unknown>
  /** After success: toast and close. */
  onSaved: () => void
  /** An error this form answers itself: return true to keep it from the shared handler. */
  onError?: (error: unknown) => boolean
}

/* Formik looks for the faults of a row (`options[0].name`) where its values are. */
const nestFaults = <V extends object>(faults: Readonly<Record<string, string>>): FormikErrors<V> => {
  let nested: FormikErrors<V> = {}
  for (const [path, message] of Object.entries(faults))
    nested = setIn(nested, path, message) as FormikErrors<V>
  return nested
}

const wait = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))

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
    validate: async (values) =>
      nestFaults({
        ...translateFaults({ ...options.check?.(values) }),
        ...(options.schema &&
          (await listYupErrors(options.schema, options.toBody ? options.toBody(values) : values))),
      }),
    onSubmit: async (values, helpers) => {
      await wait(FORM_SUBMIT_DELAY_MS)
      try {
        await options.save(values)
        options.onSaved()
      } catch (error) {
        setFieldErrors(error, values, helpers)
        if (!options.onError?.(error)) showError(error)
      }
    },
  })
