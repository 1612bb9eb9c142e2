import { list, object, text, type Check } from '../fields'
import { GraphError } from '../graph-error'

const any = text({ min: 0, max: 1_000 })

/* messages/contacts-messages (2025-11-04) */
const name = object(
  {
    formatted_name: text(),
    first_name: any,
    last_name: any,
    middle_name: any,
    suffix: any,
    prefix: any,
  },
  ['formatted_name'],
)
const birthday: Check = (value, path) => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value))
    throw new GraphError(131009, { details: `Parameter ${path} must be YYYY-MM-DD.` })
}
const several = (fields: Record<string, Check>) => list(object(fields), { min: 0, max: 100 })

const contact = object(
  {
    name,
    birthday,
    org: object({ company: any, department: any, title: any }),
    phones: several({ phone: any, type: any, wa_id: any }),
    emails: several({ email: any, type: any }),
    urls: several({ url: any, type: any }),
    addresses: several({
      street: any,
      city: any,
      state: any,
      zip: any,
      country: any,
      country_code: any,
      type: any,
    }),
  },
  ['name'],
)

/* Answers ask for one more part of the name (131009, quoted by clients since 2022); the page says only formatted_name. */
const withNamePart: Check = (value, path) => {
  contact(value, path)
  const parts = (value as { name: Record<string, unknown> }).name
  if (Object.keys(parts).length < 2)
    throw new GraphError(131009, {
      details: `${path}['name'] needs one of first_name, last_name, middle_name, suffix, prefix.`,
    })
}

export const checkContacts: Check = list(withNamePart, { min: 1, max: 257, name: 'Contacts' })
