import {
  noTemplateContent,
  templateCategories,
  templateQualities,
  templateStates,
  type TemplateButton,
  type TemplateContent,
} from '@balcao/contracts'
import { cleanText, readNumber, readRecord, readRecords, readText, type JsonObject } from '@balcao/kernel'

import type { NetworkTemplate } from '../../../features/message-templates/template-api.port'

/** Fields of the webhook that are about one template: webhooks/reference, November 2026. */
export const TEMPLATE_FIELDS = [
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
  'template_correct_category_detection',
] as const

/**
 * The template that a notice is about; '' for none. It is a number there, and a text in answers; one that JavaScript cannot hold exactly
 * is none.
 */
export function readTemplateId({ message_template_id: id }: JsonObject): string {
  const number = readNumber(id)
  const text = number !== undefined && Number.isSafeInteger(number) ? String(number) : readText(id)
  return /^\d{1,32}$/.test(text) ? text : ''
}

const known = <T extends string>(names: readonly T[], given: unknown, otherwise: T): T =>
  names.find((name) => name === readText(given).toUpperCase()) ?? otherwise

const clean = (given: unknown): string => cleanText(readText(given))

const readButton = (button: JsonObject): TemplateButton => ({
  type: clean(button.type).toUpperCase(),
  text: clean(button.text),
  url: clean(button.url),
  phoneNumber: clean(button.phone_number),
})

const readTexts = (given: unknown): string[] =>
  Array.isArray(given) ? given.filter((one) => typeof one === 'string').map((one) => cleanText(one)) : []

/* Of the body they are a list, or a list with one list: both are documented (templates/components, November 2026). */
const readExamples = (given: unknown): string[] =>
  readTexts(Array.isArray(given) && Array.isArray(given[0]) ? given[0] : given)

/** What `components` of a template say. */
export function readContent({ components, parameter_format: format }: JsonObject): TemplateContent {
  const content = { ...noTemplateContent, isNamed: readText(format).toUpperCase() === 'NAMED' }
  for (const component of readRecords(components)) {
    switch (readText(component.type).toUpperCase()) {
      case 'HEADER':
        content.headerFormat = clean(component.format).toUpperCase() || 'TEXT'
        content.header = clean(component.text)
        content.headerExamples = readExamples(readRecord(component.example).header_text)
        break
      case 'BODY':
        content.body = clean(component.text)
        content.bodyExamples = readExamples(readRecord(component.example).body_text)
        break
      case 'FOOTER':
        content.footer = clean(component.text)
        break
      case 'BUTTONS':
        content.buttons = readRecords(component.buttons).map(readButton)
        break
      default:
        // A carousel, an offer with an end, …: nothing that the desk fills in.
        content.headerFormat = clean(component.type).toUpperCase()
    }
  }
  return content
}

/** What `TEMPLATE_NODE_FIELDS` asks for; undefined without an id and a name. */
export function readTemplate(node: JsonObject): NetworkTemplate | undefined {
  const id = readText(node.id)
  const name = clean(node.name)
  if (!/^\d{1,32}$/.test(id) || name === '') return undefined
  const reason = clean(node.rejected_reason)
  return {
    id,
    name,
    language: clean(node.language),
    category: known(templateCategories, node.category, 'MARKETING'),
    state: known(templateStates, node.status, 'UNKNOWN'),
    reason: reason === 'NONE' ? '' : reason,
    quality: known(templateQualities, readRecord(node.quality_score).score, 'UNKNOWN'),
    content: readContent(node),
  }
}

export const TEMPLATE_NODE_FIELDS =
  'id,name,language,status,category,parameter_format,components,rejected_reason,quality_score'
