/** How Meta prices a template: https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/overview, November 2026. */
export const templateCategories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const
export type TemplateCategory = (typeof templateCategories)[number]

/** `UNKNOWN`: one that this release has no word for. */
export const templateStates = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'ARCHIVED',
  'UNKNOWN',
] as const
export type TemplateState = (typeof templateStates)[number]

export const templateQualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const
export type TemplateQuality = (typeof templateQualities)[number]

export interface TemplateButton {
  /** Meta's name: `QUICK_REPLY`, `URL`, `PHONE_NUMBER`, `COPY_CODE`, … */
  type: string
  text: string
  /** Of a link; may end with a variable. */
  url: string
  phoneNumber: string
}

/** What a template says. Its variables are `{{1}}`, `{{2}}`, … or `{{name}}`. */
export interface TemplateContent {
  /** `NONE`, `TEXT`, or the kind of file: `IMAGE`, `VIDEO`, `DOCUMENT`, `LOCATION`. */
  headerFormat: string
  header: string
  body: string
  footer: string
  buttons: TemplateButton[]
  /** Its variables have names. */
  isNamed: boolean
  /** What was given to Meta's review for the header's variable, as a text. */
  headerExamples: string[]
  /** The same for those of the body, in their order. */
  bodyExamples: string[]
}

export const noTemplateContent: TemplateContent = {
  headerFormat: 'NONE',
  header: '',
  body: '',
  footer: '',
  buttons: [],
  isNamed: false,
  headerExamples: [],
  bodyExamples: [],
}

export const templateParts = ['header', 'body', 'button'] as const
export type TemplatePart = (typeof templateParts)[number]

/** Something that is to be filled in before a template is sent. */
export interface TemplateVariable {
  part: TemplatePart
  /** Of the button; 0 elsewhere. */
  index: number
  /** As it stands between the braces; `code` of a button that copies one. */
  name: string
}

/** The values of a template's variables, by part, in the order of `listTemplateVariables`. */
export interface TemplateValues {
  header: readonly string[]
  body: readonly string[]
  buttons: readonly string[]
}

export interface TemplateParameter {
  part: TemplatePart
  /** Of the button; 0 elsewhere. */
  index: number
  /** `url` or `copy_code` of a button; '' elsewhere. */
  buttonType: string
  /** '' where the order tells which variable it is. */
  name: string
  text: string
}

/** A template with its values. */
export interface TemplateMessage {
  /** As the customer reads it: header, body and footer, a line each. */
  text: string
  parameters: TemplateParameter[]
}

/** What was asked for where a template was filled in: its values, by part. */
export function toTemplateValues({
  name,
  language,
  parameters,
}: {
  name: string
  language: string
  parameters: readonly { part: string; text: string }[]
}) {
  const listValues = (part: TemplatePart): string[] =>
    parameters.filter((parameter) => parameter.part === part).map(({ text }) => text)
  return {
    name,
    language,
    header: listValues('header'),
    body: listValues('body'),
    buttons: listValues('button'),
  }
}

/** Characters, but `buttons` and `examples`: Meta's pages templates/components and templates/overview, November 2026. */
export const templateLimits = {
  name: 512,
  header: 60,
  body: 1_024,
  footer: 60,
  button: 25,
  buttons: 10,
  url: 2_000,
  /** Of the desk: Meta counts the words instead. */
  examples: 50,
}

/** Most characters of a value: the whole body has no more. */
export const MAX_TEMPLATE_VALUE = templateLimits.body

const VARIABLE = /\{\{([^{}]*)\}\}/g

/* Each once: numbers by size, names in the order of the text. */
function listNames(text: string): string[] {
  const names = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name.trim()))]
  const areNumbers = names.every((name) => /^\d+$/.test(name))
  return areNumbers ? names.toSorted((one, other) => Number(one) - Number(other)) : names
}

function listButtonVariables({ type, url }: TemplateButton, index: number): TemplateVariable[] {
  if (type === 'COPY_CODE') return [{ part: 'button', index, name: 'code' }]
  if (type !== 'URL') return []
  return listNames(url).map((name) => ({ part: 'button', index, name }))
}

/** What is to be filled in: header, body, then buttons. */
export const listTemplateVariables = (content: TemplateContent): TemplateVariable[] => [
  ...(content.headerFormat === 'TEXT' ? listNames(content.header) : []).map((name) => ({
    part: 'header' as const,
    index: 0,
    name,
  })),
  ...listNames(content.body).map((name) => ({ part: 'body' as const, index: 0, name })),
  ...content.buttons.flatMap(listButtonVariables),
]

/** A file that stands above the text. */
export interface TemplateFileKind {
  /** Of the header. */
  format: 'IMAGE' | 'VIDEO' | 'DOCUMENT'
  /** As it would be sent alone: the limits of its size are the same. */
  kind: 'image' | 'video' | 'application'
  mimeTypes: readonly string[]
  /** Of the sample that Meta reviews with the template. */
  sampleTypes: readonly string[]
}

/*
 * templates/template-media (updated 21 May 2026), types of business-phone-numbers/media (16 June 2026), both read
 * 28 November 2026. Samples go by the Resumable Upload API, which takes fewer types: docs/graph-api/guides/upload (v26.0, read
 * 29 November 2026). No page has a limit of their size: it is that of files that are sent.
 */
const fileKinds: readonly TemplateFileKind[] = [
  {
    format: 'IMAGE',
    kind: 'image',
    mimeTypes: ['image/jpeg', 'image/png'],
    sampleTypes: ['image/jpeg', 'image/png'],
  },
  {
    format: 'VIDEO',
    kind: 'video',
    mimeTypes: ['video/mp4', 'video/3gpp'],
    sampleTypes: ['video/mp4'],
  },
  {
    format: 'DOCUMENT',
    kind: 'application',
    mimeTypes: [
      'application/pdf',
      'text/plain',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    sampleTypes: ['application/pdf'],
  },
]

/** The file that the template is sent with; undefined without one. */
export const findTemplateFile = ({
  headerFormat,
}: Pick<TemplateContent, 'headerFormat'>): TemplateFileKind | undefined =>
  fileKinds.find(({ format }) => format === headerFormat)

/** What the file of a template's header may be, at its connection. */
export interface TemplateFileLimit {
  /** Of the header. */
  format: string
  maxBytes: number
}

/**
 * Why a template is not sent with the file, or without one; undefined where it is.
 * @param limit of its header; undefined for a header without a file
 */
export function findTemplateFileFault(
  limit: TemplateFileLimit | undefined,
  file: { mimeType: string; sizeBytes: number } | null | undefined,
): 'ERR_TEMPLATE_FILE' | 'ERR_MEDIA_TOO_LARGE' | undefined {
  if (!limit && !file) return undefined
  const wanted = limit && findTemplateFile({ headerFormat: limit.format })
  if (!wanted || !file || !wanted.mimeTypes.includes(file.mimeType)) return 'ERR_TEMPLATE_FILE'
  return file.sizeBytes > limit.maxBytes ? 'ERR_MEDIA_TOO_LARGE' : undefined
}

/** What a header is that the desk writes and fills in. */
export const headerFormats = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'] as const
export type HeaderFormat = (typeof headerFormats)[number]

const isKnownHeader = (format: string): boolean => headerFormats.some((known) => known === format)

const SENT_BUTTONS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'REQUEST_CONTACT_INFO']

/** Whether the desk can fill it in: its header is no place, its buttons open no form or catalogue, and it is no one-time code. */
export const canFillTemplate = (
  category: string,
  { headerFormat, body, buttons }: Pick<TemplateContent, 'headerFormat' | 'body' | 'buttons'>,
): boolean =>
  category !== 'AUTHENTICATION' &&
  body !== '' &&
  isKnownHeader(headerFormat) &&
  buttons.every(({ type }) => SENT_BUTTONS.includes(type))

/**
 * States in which Meta takes an edit: templates/template-management#edit-templates (updated 21 May 2026, read 28 November 2026). An approved
 * one is edited once in 24 hours and ten times in 30 days, and its category stays; after each edit it is reviewed again.
 */
export const editableTemplateStates: readonly TemplateState[] = ['APPROVED', 'REJECTED', 'PAUSED']

const EDITED_BUTTONS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER']

/**
 * Whether the desk can edit it: an edit replaces all of its parts, so that each must be one that the desk writes. Numbered variables, a header
 * of text, a file or none, and buttons whose links have no variable.
 */
export const canEditTemplate = (
  category: string,
  {
    headerFormat,
    body,
    buttons,
    isNamed,
  }: Pick<TemplateContent, 'headerFormat' | 'body' | 'buttons' | 'isNamed'>,
): boolean =>
  category !== 'AUTHENTICATION' &&
  body !== '' &&
  !isNamed &&
  isKnownHeader(headerFormat) &&
  buttons.every(({ type, url }) => EDITED_BUTTONS.includes(type) && listNames(url).length === 0)

/** A value as it is sent: Meta refuses line breaks, tabs and rows of spaces in it. */
export const cleanTemplateValue = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/* Unfilled variables stay, for a preview. */
const replaceVariables = (text: string, names: readonly string[], values: readonly string[]): string =>
  text.replaceAll(VARIABLE, (whole, name: string) => {
    const value = cleanTemplateValue(values[names.indexOf(name.trim())] ?? '')
    return value === '' ? whole : value
  })

/** What the customer will read, with the variables that have no value yet as they stand. */
export const previewTemplate = (
  content: TemplateContent,
  { header, body }: Pick<TemplateValues, 'header' | 'body'>,
): { header: string; body: string; footer: string } => ({
  header:
    content.headerFormat === 'TEXT'
      ? replaceVariables(content.header, listNames(content.header), header)
      : '',
  body: replaceVariables(content.body, listNames(content.body), body),
  footer: content.footer,
})

const buttonTypes: Readonly<Record<string, string>> = { URL: 'url', COPY_CODE: 'copy_code' }

/**
 * The template with its values; undefined where their number is not that of the variables, one is blank, or the body becomes longer than
 * Meta takes.
 */
export function fillTemplate(content: TemplateContent, values: TemplateValues): TemplateMessage | undefined {
  const variables = listTemplateVariables(content)
  const given: Record<TemplatePart, readonly string[]> = {
    header: values.header,
    body: values.body,
    button: values.buttons,
  }
  const parameters: TemplateParameter[] = []
  for (const part of templateParts) {
    const own = variables.filter((variable) => variable.part === part)
    if (own.length !== given[part].length) return undefined
    own.forEach(({ index, name }, at) => {
      parameters.push({
        part,
        index,
        buttonType: part === 'button' ? (buttonTypes[content.buttons[index]?.type ?? ''] ?? '') : '',
        name: content.isNamed && part !== 'button' ? name : '',
        text: cleanTemplateValue(given[part][at] ?? ''),
      })
    })
  }
  if (parameters.some(({ text }) => text === '')) return undefined
  const { header, body, footer } = previewTemplate(content, values)
  if ([...body].length > templateLimits.body) return undefined
  return { text: [header, body, footer].filter((part) => part !== '').join('\n'), parameters }
}
