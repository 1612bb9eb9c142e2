import type { InferType } from 'yup'

import { automaticTexts } from '../rules/automatic-texts'
import { headerFormats, MAX_TEMPLATE_VALUE, templateLimits } from '../rules/templates'
import { endpoint } from './endpoint'
import { array, emptyBody, idText, ignored, literals, object, string, text } from './fields'
import { messageTemplateRoutes } from './templates.routes'

const params = object({ whatsappId: idText().required() })

/* Ids of Meta are digits; the longest that are known have 17. */
const metaId = () => text(32).matches(/^\d+$/, 'Only digits').required(literals.required)

/** Button types that the desk creates. */
export const createdButtonTypes = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER'] as const

const examples = () =>
  array(text(MAX_TEMPLATE_VALUE).required(literals.required)).max(templateLimits.examples).default([])

const category = () => string().oneOf(['MARKETING', 'UTILITY'])

/** What Meta takes in an edit, too: it replaces all of it. */
const writtenParts = {
  /** `TEXT` for `header`; one of a file comes with its sample. Absent: of text, or none without text. */
  headerFormat: string().oneOf(headerFormats),
  header: text(templateLimits.header).default(''),
  /** Of the header's variable. */
  headerExamples: examples(),
  /** Variables are `{{1}}`, `{{2}}`, …. */
  body: text(templateLimits.body).required(literals.required),
  /** Of the body's variables, in their order. */
  bodyExamples: examples(),
  footer: text(templateLimits.footer).default(''),
  buttons: array(
    object({
      type: string().oneOf(createdButtonTypes).required(literals.required),
      text: text(templateLimits.button).required(literals.required),
      /** Of a link. */
      url: text(templateLimits.url).default(''),
      /** Of a call. */
      phoneNumber: text(20).default(''),
    }),
  )
    .max(templateLimits.buttons)
    .default([]),
}

export const templateBody = object({
  name: text(templateLimits.name)
    .matches(/^[a-z0-9_]*$/, 'Only lowercase letters, digits and _')
    .required(literals.required),
  /** Meta's code, as `pt_BR`. */
  language: text(10)
    .matches(/^[a-z]{2,3}(_[A-Z]{2,3})?$/, 'Invalid language')
    .required(literals.required),
  category: category().required(literals.required),
  ...writtenParts,
})

export type TemplateBody = InferType<typeof templateBody>

/** What a template says from now on; without `category` that stays. */
export const templateEditBody = object({ category: category(), ...writtenParts })

export type TemplateEditBody = InferType<typeof templateEditBody>

/** A template and what is filled in, in the order of its variables; of a link and a code to copy the buttons'. */
export const templateValuesBody = object({
  name: text(templateLimits.name).required(literals.required),
  language: text(10).required(literals.required),
  header: array(text(MAX_TEMPLATE_VALUE).defined()).max(1).default([]),
  body: array(text(MAX_TEMPLATE_VALUE).defined()).max(100).default([]),
  buttons: array(text(MAX_TEMPLATE_VALUE).defined()).max(templateLimits.buttons).default([]),
})

/** A template that is sent later: values may name variables. Null takes it back; an answer of the desk is taken, too. */
export const plannedTemplate = () =>
  templateValuesBody
    .shape({ text: ignored(), fileFormat: ignored() })
    .nullable()
    .optional()
    .default(undefined)

export type TemplateValuesBody = InferType<typeof templateValuesBody>

/** The template of a fallback with its values, which may name the contact; null takes it back, absent it stays. */
export const fallbackBody = object({
  text: ignored(),
  template: templateValuesBody.nullable().optional().default(undefined),
})

const checks = { tag: 'connections', params } as const

/* The sample of a header that is a file. */
const templateForm = { field: 'file', maxCount: 1, body: 'templateData' }
const graphErrors = [
  'ERR_CLOUD_TOKEN',
  'ERR_CLOUD_PERMISSION',
  'ERR_CLOUD_NUMBER_ID',
  'ERR_CLOUD_UNAVAILABLE',
] as const

export const listTemplates = endpoint(messageTemplateRoutes.listTemplates, {
  ...checks,
  access: 'user',
  summary:
    'The message templates of an official connection, as Meta had them when they were last read; by name and language.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_OFFERED'],
})

export const syncTemplates = endpoint(messageTemplateRoutes.syncTemplates, {
  ...checks,
  access: 'admin',
  body: emptyBody,
  summary: 'Reads all message templates of an official connection from Meta, and answers them.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_OFFERED', ...graphErrors],
})

export const createTemplate = endpoint(messageTemplateRoutes.createTemplate, {
  ...checks,
  access: 'admin',
  body: templateBody,
  uploads: templateForm,
  summary:
    'Creates a message template and submits it to Meta, which reviews it. A header of a file needs a sample (JPEG or PNG, MP4, PDF) as the form’s file, with `templateData` as JSON beside it; the desk does not keep it. Not to be repeated: Meta refuses the second one.',
  errors: [
    'ERR_MEDIA_EMPTY',
    'ERR_MEDIA_TOO_LARGE',
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_NOT_OFFERED',
    'ERR_TEMPLATE_NAME_TAKEN',
    'ERR_TEMPLATE_LIMIT',
    'ERR_TEMPLATE_REFUSED',
    ...graphErrors,
  ],
})

export const editTemplate = endpoint(messageTemplateRoutes.editTemplate, {
  ...checks,
  access: 'admin',
  params: params.shape({ templateId: metaId() }),
  body: templateEditBody,
  uploads: templateForm,
  summary:
    'Replaces what a message template says; Meta reviews it again, and asks for the sample of a header of a file with each edit, as when it is created. Approved, rejected and paused ones only: an approved one once in 24 hours and ten times in 30 days, and its category stays.',
  errors: [
    'ERR_MEDIA_EMPTY',
    'ERR_MEDIA_TOO_LARGE',
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_NOT_OFFERED',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_TEMPLATE_STATE',
    'ERR_TEMPLATE_EDIT_LIMIT',
    'ERR_TEMPLATE_REFUSED',
    ...graphErrors,
  ],
})

export const deleteTemplate = endpoint(messageTemplateRoutes.deleteTemplate, {
  ...checks,
  access: 'admin',
  params: params.shape({ templateId: metaId() }),
  status: 204,
  summary: 'Deletes a message template at Meta, in its language. Its name cannot be used again for 30 days.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_OFFERED', 'ERR_NO_TEMPLATE_FOUND', ...graphErrors],
})

const fallbackErrors = ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_OFFERED'] as const

export const listFallbacks = endpoint(messageTemplateRoutes.listFallbacks, {
  ...checks,
  access: 'user',
  summary:
    'The message templates that leave in place of automatic texts once the 24 hours after the customer’s last message are over, by text: `rating`, `completion`, `expiry`, `other` (bot, assistants, acceptance, transfer).',
  errors: fallbackErrors,
})

export const setFallback = endpoint(messageTemplateRoutes.setFallback, {
  ...checks,
  access: 'admin',
  params: params.shape({ text: string().oneOf(automaticTexts).required() }),
  body: fallbackBody,
  summary:
    'Names the message template that leaves in place of an automatic text, or null for none. Values may have `{{firstName}}` and `{{name}}` of the contact. Templates with a file in their header are not taken. Buttons that answer give the text’s choices, in their order: of `rating` the first is 1.',
  errors: [
    ...fallbackErrors,
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_WAPP_TEMPLATE_UNUSABLE',
    'ERR_TEMPLATE_FILE',
    'ERR_TEMPLATE_VALUES',
  ],
})
