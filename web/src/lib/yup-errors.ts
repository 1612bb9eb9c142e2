import { ValidationError, type AnyObject, type ObjectSchema } from 'yup'

import { translateFault } from './translate-fault'

/** An empty field is missing before it is too short. */
const isMissing = (error: ValidationError): boolean =>
  error.type === 'required' || error.type === 'optionality'

/** What a contract's body says about values, as formik wants it, in the user's language: path → first message. Empty when all is well. */
export const listYupErrors = async (
  schema: ObjectSchema<AnyObject>,
  values: unknown,
): Promise<Record<string, string>> => {
  try {
    await schema.validate(values, { abortEarly: false })
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const errors: Record<string, string> = {}
    const all = error.inner.length > 0 ? error.inner : [error]
    for (const one of [...all.filter(isMissing), ...all])
      if (one.path) errors[one.path] ??= translateFault(one.message, one.path, isMissing(one))
    return errors
  }
}
