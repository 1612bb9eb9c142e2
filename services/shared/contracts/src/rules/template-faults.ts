import type { Capabilities } from './capabilities'
import { findTemplateFile, listTemplateVariables, noTemplateContent, type HeaderFormat } from './templates'

/** What is wrong with a field of a template, in the words of the API's answers. */
export const templateFaults = {
  long: 'Too Long!',
  format: 'Meta does not take it in this form',
  numbers: 'Variables must be {{1}}, {{2}}, … without gaps',
  edges: 'It must not begin or end with a variable',
  ratio: 'Too many variables for so few words',
  one: 'It may have one variable at most',
  none: 'It may have no variables',
  examples: 'Each variable needs an example',
  link: 'A link must begin with https:// or http:// and have no variables',
  phone: 'A phone number has a + and digits only',
  groups: 'Quick replies must stand together',
  most: 'Too many buttons of this kind',
  category: 'The category of an approved template stays',
  blank: 'Required',
  textless: 'A header without text has none',
  sample: 'Meta reviews the header with a sample: a JPEG or PNG, an MP4, or a PDF',
  large: 'The file is larger than Meta takes',
  fileless: 'Only a header of a picture, a video or a document has a file',
} as const

export type TemplateFault = keyof typeof templateFaults

export interface CheckedTemplate {
  /** Undefined: of text, or none without text. */
  headerFormat?: HeaderFormat | undefined
  header: string
  headerExamples: readonly string[]
  body: string
  bodyExamples: readonly string[]
  footer: string
  buttons: readonly { type: string; url: string; phoneNumber: string }[]
}

/** Names of the variables in a template's header of text. */
export const listHeaderVariables = (header: string): string[] =>
  listTemplateVariables({ ...noTemplateContent, headerFormat: 'TEXT', header }).map(({ name }) => name)

/** Names of the variables in a template's body. */
export const listBodyVariables = (body: string): string[] =>
  listTemplateVariables({ ...noTemplateContent, body }).map(({ name }) => name)

const areNumbered = (names: readonly string[]): boolean => names.every((name, at) => name === String(at + 1))

/* Punctuation is no text: a body that ends with `{{1}}!` is refused too. */
function hasVariableAtEdge(body: string): boolean {
  const words = body.replaceAll(/[^\p{L}\p{N}{}_]+/gu, ' ').trim()
  return words.startsWith('{{') || words.endsWith('}}')
}

/* Not documented; clients found that x variables need 2x + 1 words besides them. */
function hasTooFewWords(body: string, variables: number): boolean {
  const words = body
    .replaceAll(/\{\{[^{}]*\}\}/g, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word))
  return variables > 0 && words.length < 2 * variables + 1
}

function findBodyFault(body: string): TemplateFault | undefined {
  const names = listBodyVariables(body)
  if (!areNumbered(names)) return 'numbers'
  if (hasVariableAtEdge(body)) return 'edges'
  return hasTooFewWords(body, names.length) ? 'ratio' : undefined
}

/** What the header is: where it is not said, of text, or none without text. */
export const chooseHeaderFormat = ({
  headerFormat,
  header,
}: Pick<CheckedTemplate, 'headerFormat' | 'header'>): HeaderFormat =>
  headerFormat ?? (header === '' ? 'NONE' : 'TEXT')

function findHeaderFault({
  headerFormat,
  header,
}: Pick<CheckedTemplate, 'headerFormat' | 'header'>): TemplateFault | undefined {
  if (headerFormat === 'TEXT' && header.trim() === '') return 'blank'
  if (headerFormat !== undefined && headerFormat !== 'TEXT' && header !== '') return 'textless'
  const names = listHeaderVariables(header)
  if (names.length > 1) return 'one'
  return areNumbered(names) ? undefined : 'numbers'
}

const areGiven = (examples: readonly string[], count: number): boolean =>
  examples.length === count && examples.every((example) => example.trim() !== '')

const MOST: Readonly<Record<string, number>> = { URL: 2, PHONE_NUMBER: 1 }

function* findButtonFaults(buttons: CheckedTemplate['buttons']): Generator<[string, TemplateFault]> {
  let changes = 0
  for (const [index, { type, url, phoneNumber }] of buttons.entries()) {
    if (type === 'URL' && !/^https?:\/\/[^\s{}]+$/i.test(url)) yield [`buttons[${index}].url`, 'link']
    if (type === 'PHONE_NUMBER' && !/^\+?\d{5,19}$/.test(phoneNumber))
      yield [`buttons[${index}].phoneNumber`, 'phone']
    const earlier = buttons.slice(0, index)
    if (earlier.filter((other) => other.type === type).length >= (MOST[type] ?? Infinity))
      yield [`buttons[${index}].type`, 'most']
    const before = earlier.at(-1)
    if (before && (before.type === 'QUICK_REPLY') !== (type === 'QUICK_REPLY')) changes += 1
    if (changes === 2) {
      yield [`buttons[${index}].type`, 'groups']
      return
    }
  }
}

/** What Meta would refuse of a new template, by field; lengths and forms are the schema's. Empty where nothing is wrong. */
export function findTemplateFaults(template: CheckedTemplate): Record<string, string> {
  const { headerFormat, header, headerExamples, body, bodyExamples, footer, buttons } = template
  const faults: [string, TemplateFault | undefined][] = [
    ['header', findHeaderFault({ headerFormat, header })],
    ['headerExamples', areGiven(headerExamples, listHeaderVariables(header).length) ? undefined : 'examples'],
    ['body', findBodyFault(body)],
    ['bodyExamples', areGiven(bodyExamples, listBodyVariables(body).length) ? undefined : 'examples'],
    ['footer', listBodyVariables(footer).length > 0 ? 'none' : undefined],
    ...findButtonFaults(buttons),
  ]
  return Object.fromEntries(
    faults.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, templateFaults[fault]]])),
  )
}

/**
 * Why Meta would refuse the sample of a template's header, or its absence; undefined where it takes it.
 * @param file by its content, as far as that is known
 * @param capabilities of the connection: a sample may be as large as a file of its kind that is sent
 */
export function findSampleFault(
  headerFormat: HeaderFormat,
  file: { mimeType: string; sizeBytes: number } | undefined,
  { maxBytes }: Pick<Capabilities, 'maxBytes'>,
): TemplateFault | undefined {
  const wanted = findTemplateFile({ headerFormat })
  if (!wanted) return file && 'fileless'
  if (!file || file.sizeBytes === 0 || !wanted.sampleTypes.includes(file.mimeType)) return 'sample'
  return file.sizeBytes > (maxBytes[wanted.kind] ?? Infinity) ? 'large' : undefined
}
