import {
  createdButtonTypes,
  findTemplateFaults,
  findTemplateFile,
  headerFormats,
  listBodyVariables,
  listHeaderVariables,
  literals,
  noTemplateContent,
  templateBody,
  templateEditBody,
  templateLimits,
  type TemplateBody,
  type HeaderFormat,
  type TemplateContent,
  type TemplateEditBody,
  type TemplateView,
} from '@balcao/contracts'
import { ValidationError, type AnyObject, type ObjectSchema } from 'yup'

type TextField =
  'name' | 'language' | 'category' | 'headerFormat' | 'header' | 'headerExample' | 'body' | 'footer'
type RepeatedField = `${'example' | 'type' | 'text' | 'url' | 'phone'}${number}`

/** Each field by its name: what is repeated has its number at the end. */
export interface TemplateFormValues extends Record<TextField, string> {
  [field: RepeatedField]: string
  /** The sample of a header that is a file. */
  file: File | null
}

export const templateLanguages = ['pt_BR', 'pt_PT', 'en', 'en_US', 'es', 'es_AR', 'es_ES', 'es_MX'] as const

export const emptyTemplate: TemplateFormValues = {
  name: '',
  language: 'pt_BR',
  category: 'UTILITY',
  headerFormat: 'NONE',
  file: null,
  header: '',
  headerExample: '',
  body: '',
  footer: '',
  // There from the start: only fields that a form has show what is wrong with them.
  ...Object.fromEntries(
    Array.from({ length: templateLimits.examples }, (_, index) => [`example${index}`, '']),
  ),
}

const numbered = (field: string, texts: readonly string[]): [string, string][] =>
  texts.map((text, index) => [`${field}${index}`, text])

/** The form of a template that exists. */
export const toTemplateValues = ({
  name,
  language,
  category,
  headerFormat,
  header,
  headerExamples,
  body,
  bodyExamples,
  footer,
  buttons,
}: TemplateView): TemplateFormValues => ({
  ...emptyTemplate,
  name,
  language,
  category,
  headerFormat,
  header,
  headerExample: headerExamples[0] ?? '',
  body,
  footer,
  ...Object.fromEntries([
    ...numbered('example', bodyExamples.slice(0, templateLimits.examples)),
    ...numbered(
      'type',
      buttons.map(({ type }) => type),
    ),
    ...numbered(
      'text',
      buttons.map(({ text }) => text),
    ),
    ...numbered(
      'url',
      buttons.map(({ url }) => url),
    ),
    ...numbered(
      'phone',
      buttons.map(({ phoneNumber }) => phoneNumber),
    ),
  ]),
})

/** Whether Meta takes another category for it. */
export const isCategoryFixed = ({ state }: Pick<TemplateView, 'state'>): boolean => state === 'APPROVED'

/** Buttons of the form: those up to the first without a kind. */
export function countButtons(values: TemplateFormValues): number {
  let count = 0
  while (count < templateLimits.buttons && values[`type${count}`]) count += 1
  return count
}

type Button = TemplateBody['buttons'][number]

const readButton = (values: TemplateFormValues, index: number): Button => {
  const type = createdButtonTypes.find((known) => known === values[`type${index}`]) ?? 'QUICK_REPLY'
  return {
    type,
    text: values[`text${index}`]?.trim() ?? '',
    url: type === 'URL' ? (values[`url${index}`]?.trim() ?? '') : '',
    phoneNumber: type === 'PHONE_NUMBER' ? (values[`phone${index}`]?.trim() ?? '') : '',
  }
}

/** The form's buttons moved up by one from `index` on: that one is removed. */
export function removeButton(values: TemplateFormValues, index: number): TemplateFormValues {
  const next = { ...values }
  for (let at = index; at < templateLimits.buttons; at += 1)
    for (const field of ['type', 'text', 'url', 'phone'] as const)
      next[`${field}${at}`] = values[`${field}${at + 1}`] ?? ''
  return next
}

/** What the form's header is. */
export const toHeaderFormat = ({ headerFormat }: Pick<TemplateFormValues, 'headerFormat'>): HeaderFormat =>
  headerFormats.find((known) => known === headerFormat) ?? 'NONE'

/** The file that the form sends as the header's sample; null for a header of another kind. */
export const findSample = (values: TemplateFormValues): File | null =>
  findTemplateFile({ headerFormat: toHeaderFormat(values) }) ? values.file : null

/** What the form sends beside the sample; texts without spaces around them. */
export const toTemplateBody = (values: TemplateFormValues): TemplateBody => {
  const text = (field: TextField | RepeatedField) => values[field]?.trim() ?? ''
  const headerFormat = toHeaderFormat(values)
  const header = headerFormat === 'TEXT' ? text('header') : ''
  const body = text('body')
  return {
    name: text('name'),
    language: text('language'),
    category: values.category === 'MARKETING' ? 'MARKETING' : 'UTILITY',
    headerFormat,
    header,
    headerExamples: listHeaderVariables(header).map(() => text('headerExample')),
    body,
    bodyExamples: listBodyVariables(body).map((_name, index) => text(`example${index}`)),
    footer: text('footer'),
    buttons: Array.from({ length: countButtons(values) }, (_, index) => readButton(values, index)),
  }
}

/* Name and language stay. */
const toEditBody = (values: TemplateFormValues): TemplateEditBody => {
  const { name: _name, language: _language, ...body } = toTemplateBody(values)
  return body
}

/** What an edit sends: without the category of an approved template, which stays. */
export const toTemplateEdit = (
  values: TemplateFormValues,
  template: Pick<TemplateView, 'state'>,
): TemplateEditBody => ({
  ...toEditBody(values),
  ...(isCategoryFixed(template) && { category: undefined }),
})

export const toPreview = (values: TemplateFormValues): TemplateContent => {
  const { header, body, footer, buttons } = toTemplateBody(values)
  return {
    ...noTemplateContent,
    headerFormat: toHeaderFormat(values),
    header,
    body,
    footer,
    buttons,
  }
}

/* Where a fault of the body stands in the form. */
function toField(path: string, values: TemplateFormValues): string {
  const [, list, number = '', field] = /^(\w+)\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? []
  if (list === 'bodyExamples') return `example${number}`
  if (list === 'buttons') return `${field === 'phoneNumber' ? 'phone' : (field ?? 'text')}${number}`
  if (list === 'headerExamples' || path === 'headerExamples') return 'headerExample'
  if (path !== 'bodyExamples') return path
  const blank = listBodyVariables(values.body).findIndex((_name, index) => !values[`example${index}`]?.trim())
  return `example${Math.max(0, blank)}`
}

function listSchemaFaults(schema: ObjectSchema<AnyObject>, body: object): [string, string][] {
  try {
    schema.validateSync(body, { abortEarly: false })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const all = error.inner.length > 0 ? error.inner : [error]
    // An empty field is missing before it is too short.
    return all
      .toSorted((one, other) => Number(other.type === 'required') - Number(one.type === 'required'))
      .flatMap(({ path, message }): [string, string][] => (path ? [[path, message]] : []))
  }
}

function checkBody(
  schema: ObjectSchema<AnyObject>,
  body: TemplateEditBody,
  values: TemplateFormValues,
): Record<string, string> {
  const faults = [...listSchemaFaults(schema, body), ...Object.entries(findTemplateFaults(body))]
  const errors: Record<string, string> = {}
  for (const [path, message] of faults) errors[toField(path, values)] ??= message
  // The field takes no other file than one that Meta takes.
  if (findTemplateFile({ headerFormat: toHeaderFormat(values) }) && !values.file)
    errors['file'] = literals.required
  return errors
}

/** What is wrong with a new template, by the form's fields, in the contract's words. */
export const checkTemplate = (values: TemplateFormValues): Record<string, string> =>
  checkBody(templateBody, toTemplateBody(values), values)

/** The same of an edit. */
export const checkTemplateEdit = (values: TemplateFormValues): Record<string, string> =>
  checkBody(templateEditBody, toEditBody(values), values)
