import { isRecord } from '@balcao/kernel'

import { countCharacters, type Json } from '../fields'
import { GraphError } from '../graph-error'
import { fillVariables, findComponent, listVariables, type Template } from './template'

export interface FilledTemplate {
  /** As the customer reads it: header, body and footer. */
  text: string
  files: { kind: string; file: Json }[]
}

const LONGEST_BODY = 1_024

interface Given {
  type: string
  subType: string
  index: number
  parameters: Json[]
}

/**
 * The template with the values of a request. The details are those that clients quote from Meta's answers (2022 to 2026).
 * @throws {GraphError} 132000 for the wrong number of values, 132012 for another type than the template's, 131008 for a link without
 *   its value, 132018 for line breaks in a value, 132005 when the body becomes too long, 100 for a value without its name.
 */
export function fillTemplate(template: Template, components: unknown): FilledTemplate {
  const given = (Array.isArray(components) ? components : []).filter(isRecord).map(toGiven)
  const header = fillHeader(template, given.find(({ type }) => type === 'header')?.parameters ?? [])
  const bodyText = String(findComponent(template, 'BODY')?.['text'] ?? '')
  const bodyParameters = given.find(({ type }) => type === 'body')?.parameters ?? []
  const body = fillText(template, 'body', bodyText, bodyParameters)
  if (countCharacters(body) > LONGEST_BODY)
    throw new GraphError(132005, { details: `body: text is longer than ${LONGEST_BODY} characters` })
  checkButtons(
    template,
    given.filter(({ type }) => type === 'button'),
  )
  const footer = String(findComponent(template, 'FOOTER')?.['text'] ?? '')
  const text = [header.text, body, footer].filter((part) => part !== '').join('\n')
  return { text, files: header.files }
}

function toGiven(component: Json): Given {
  const parameters = Array.isArray(component['parameters']) ? component['parameters'].filter(isRecord) : []
  return {
    type: String(component['type']).toLowerCase(),
    subType: String(component['sub_type'] ?? '').toLowerCase(),
    index: Number(component['index'] ?? 0),
    parameters,
  }
}

function fillHeader(template: Template, parameters: Json[]): FilledTemplate {
  const header = findComponent(template, 'HEADER')
  const format = String(header?.['format'] ?? 'TEXT')
  if (!header || format === 'TEXT')
    return { text: fillText(template, 'header', String(header?.['text'] ?? ''), parameters), files: [] }
  const received = String(parameters[0]?.['type'] ?? 'unknown').toUpperCase()
  if (parameters.length !== 1 || received !== format)
    throw new GraphError(132012, {
      details: `header: Format mismatch, expected ${format}, received ${received}`,
    })
  const kind = format.toLowerCase()
  const file = parameters[0]?.[kind]
  if (!isRecord(file))
    throw new GraphError(131008, { details: `header: Parameter of type ${kind} is missing ${kind} value` })
  return { text: '', files: kind === 'location' ? [] : [{ kind, file }] }
}

function fillText(template: Template, where: 'header' | 'body', text: string, parameters: Json[]): string {
  const variables = listVariables(text)
  if (parameters.length !== variables.length)
    throw new GraphError(132000, {
      details: `${where}: number of localizable_params (${parameters.length}) does not match the expected number of params (${variables.length})`,
    })
  const isNamed = template.parameterFormat === 'NAMED'
  const values = parameters.map((parameter, at): [string, string] => [
    isNamed ? readName(parameter) : String(at + 1),
    readValue(parameter),
  ])
  const unknown = values.find(([name]) => !variables.includes(name))
  if (unknown) throw new GraphError(132000, { details: `${where}: unknown parameter_name ${unknown[0]}` })
  return fillVariables(text, new Map(values))
}

function readName(parameter: Json): string {
  const name = parameter['parameter_name']
  if (typeof name !== 'string' || name === '')
    throw new GraphError(100, {
      message: '(#100) Invalid parameter',
      details: 'Parameter name is missing or empty',
    })
  return name
}

function readValue(parameter: Json): string {
  const type = String(parameter['type'])
  const fallback = isRecord(parameter[type]) ? parameter[type]['fallback_value'] : undefined
  const value = type === 'text' ? parameter['text'] : fallback
  if (typeof value !== 'string' || value === '')
    throw new GraphError(131008, { details: `Parameter of type ${type} is missing text value` })
  if (/[\n\r\t]| {5,}/.test(value))
    throw new GraphError(132018, {
      details: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
    })
  return value
}

/* Link buttons with a variable need its value; quick replies may have a payload; nothing else takes parameters. */
function checkButtons(template: Template, given: Given[]): void {
  const defined = findComponent(template, 'BUTTONS')?.['buttons']
  const buttons = (Array.isArray(defined) ? defined : []).filter(isRecord)
  buttons.forEach((button, index) => {
    const needsValue = button['type'] === 'COPY_CODE' || listVariables(button['url']).length > 0
    const value = given.find((one) => one.index === index)?.parameters[0]
    const name = String(button['type']).charAt(0) + String(button['type']).slice(1).toLowerCase()
    if (needsValue && !value)
      throw new GraphError(131008, {
        details: `buttons: Button at index ${index} of type ${name} requires a parameter`,
      })
  })
  for (const { index, subType } of given) {
    const type = String(buttons[index]?.['type'] ?? '').toLowerCase()
    if (type === '' || (subType !== '' && subType !== type))
      throw new GraphError(132018, {
        details: `buttons: there is no button of type ${subType} at index ${index}`,
      })
  }
}
