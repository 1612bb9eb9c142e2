import { isRecord } from '@balcao/kernel'

import { countCharacters, list, object, oneOf, text, type Check, type Json } from '../fields'
import { GraphError } from '../graph-error'
import { checkButtons } from './check-buttons'
import { creationError, sampleMissing } from './creation-error'
import { TEMPLATE_LANGUAGES } from './languages'
import { listVariables, type Template, type TemplateCategory, type TemplateComponent } from './template'

export type TemplateDefinition = Pick<
  Template,
  'name' | 'language' | 'category' | 'parameterFormat' | 'components'
>

/* Lengths of templates/components (2025-11-21); names of templates/overview (2025-12-05). */
const LENGTHS = { header: 60, body: 1_024, footer: 60 }

const envelope = object(
  {
    name: text({ max: 512 }),
    language: text(),
    category: text(),
    parameter_format: text(),
    components: list(() => undefined, { min: 1, max: 10 }),
    allow_category_change: () => undefined,
    message_send_ttl_seconds: () => undefined,
    sub_category: text(),
  },
  ['name', 'language', 'category', 'components'],
)

/** What `POST message_templates` asks for. @throws {GraphError} 100 with a subcode, 131008 */
export function parseDefinition(parameters: Json): TemplateDefinition {
  envelope(parameters, 'template')
  const { name, language } = parameters as { name: string; language: string }
  if (!/^[a-z0-9_]+$/.test(name))
    throw new GraphError(100, {
      message: '(#100) Param name can only have lowercase letters, numbers and underscores.',
      details: '',
    })
  if (!TEMPLATE_LANGUAGES.has(language))
    throw new GraphError(100, {
      message: `(#100) Param language must be a supported language - got "${language}".`,
      details: '',
    })
  const parameterFormat = String(parameters['parameter_format'] ?? 'POSITIONAL').toUpperCase()
  oneOf('NAMED', 'POSITIONAL')(parameterFormat, 'parameter_format')
  return {
    name,
    language,
    category: parseCategory(parameters['category']),
    parameterFormat: parameterFormat as Template['parameterFormat'],
    components: parseComponents(parameters['components'] as unknown[], parameterFormat === 'NAMED'),
  }
}

export function parseCategory(given: unknown): TemplateCategory {
  const category = String(given).toUpperCase()
  oneOf('AUTHENTICATION', 'MARKETING', 'UTILITY')(category, 'category')
  return category as TemplateCategory
}

/** Checks components and answers them with their types in capitals. @throws {GraphError} 100 with a subcode */
export function parseComponents(given: readonly unknown[], isNamed: boolean): TemplateComponent[] {
  const components = given.map((component) => {
    if (!isRecord(component) || typeof component['type'] !== 'string')
      throw creationError('missing', 'A component needs its type.')
    return { ...component, type: component['type'].toUpperCase() }
  })
  for (const type of ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'])
    if (components.filter((component) => component.type === type).length > 1)
      throw creationError('missing', `A template has one ${type} at most.`)
  if (!components.some(({ type }) => type === 'BODY'))
    throw creationError('missing', 'A template needs a BODY.')
  for (const component of components) checkComponent(component, isNamed)
  return components
}

function checkComponent(component: TemplateComponent, isNamed: boolean): void {
  if (component.type === 'HEADER') checkHeader(component, isNamed)
  else if (component.type === 'BODY') checkBody(component, isNamed)
  else if (component.type === 'FOOTER') checkFooter(component)
  else if (component.type === 'BUTTONS') checkButtons(component)
  else
    throw new GraphError(100, {
      message: `(#100) Param components[0]['type'] must be one of {HEADER, BODY, FOOTER, BUTTONS} - got "${component.type}".`,
      details: '',
    })
}

const headerShape: Check = object({
  type: () => undefined,
  format: text(),
  text: text(),
  example: () => undefined,
})

function checkHeader(component: TemplateComponent, isNamed: boolean): void {
  headerShape(component, 'components')
  const format = String(component['format'] ?? '').toUpperCase()
  oneOf('TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION')(format, "components['format']")
  component['format'] = format
  if (format === 'LOCATION') return
  const example = isRecord(component['example']) ? component['example'] : {}
  if (format !== 'TEXT') {
    if (!Array.isArray(example['header_handle']) || example['header_handle'].length !== 1)
      throw sampleMissing(format)
    return
  }
  const headerText = requireText(component, 'header')
  const variables = requireVariables(headerText, isNamed, 'header')
  if (variables.length > 1) throw creationError('header', 'A header has one variable at most.')
  requireSamples(variables, isNamed ? example['header_text_named_params'] : example['header_text'])
}

const bodyShape: Check = object({ type: () => undefined, text: text(), example: () => undefined })

function checkBody(component: TemplateComponent, isNamed: boolean): void {
  bodyShape(component, 'components')
  const bodyText = requireText(component, 'body')
  const variables = requireVariables(bodyText, isNamed, 'body')
  const example = isRecord(component['example']) ? component['example'] : {}
  const positional = example['body_text']
  // Both are documented: a list of values, and a list with one list (templates/components, 2025-11-21).
  const flat =
    Array.isArray(positional) && Array.isArray(positional[0]) ? (positional[0] as unknown) : positional
  requireSamples(variables, isNamed ? example['body_text_named_params'] : flat)
  requireEdges(bodyText)
  requireWords(bodyText, variables.length)
}

function checkFooter(component: TemplateComponent): void {
  object({ type: () => undefined, text: text() })(component, 'components')
  if (listVariables(requireText(component, 'footer')).length > 0)
    throw creationError('footer', 'A footer has no variables.')
}

function requireText(component: TemplateComponent, kind: keyof typeof LENGTHS): string {
  const value = component['text']
  if (typeof value !== 'string' || value === '') throw creationError('missing', `The ${kind} needs its text.`)
  if (countCharacters(value) > LENGTHS[kind])
    throw creationError('tooLong', `The ${kind} is limited to ${LENGTHS[kind]} characters.`)
  return value
}

/* Positional: 1, 2, 3 without gaps; named: lower case and underscores (templates/overview#parameter-formats, 2025-12-05). */
function requireVariables(value: string, isNamed: boolean, kind: 'header' | 'body'): string[] {
  const variables = listVariables(value)
  const areRight = isNamed
    ? variables.every((name) => /^[a-z][a-z0-9_]*$/.test(name))
    : variables
        .toSorted((one, other) => Number(one) - Number(other))
        .every((name, at) => name === String(at + 1))
  if (!areRight)
    throw creationError(kind, 'The variables are not numbered from 1, or are not lower case names.')
  return variables
}

function requireSamples(variables: string[], samples: unknown): void {
  const count = Array.isArray(samples) ? samples.length : 0
  if (variables.length > 0 && count !== variables.length)
    throw creationError('missing', `${variables.length} variables need as many samples.`)
}

/* Punctuation is no text: a body that ends with `{{1}}!` is refused too (quoted by clients, 2026-07). */
function requireEdges(value: string): void {
  const words = value.replaceAll(/[^\p{L}\p{N}{}_]+/gu, ' ').trim()
  if (words.startsWith('{{') || words.endsWith('}}'))
    throw creationError('edgeVariables', "Variables can't be at the start or end of the template.")
}

/* The ratio is not documented; clients found that x variables need 2x + 1 words besides them. */
function requireWords(value: string, variables: number): void {
  const words = value
    .replaceAll(/\{\{[^{}]*\}\}/g, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length
  if (variables > 0 && words < 2 * variables + 1)
    throw creationError('tooManyVariables', 'This template has too many variables for its length.')
}
