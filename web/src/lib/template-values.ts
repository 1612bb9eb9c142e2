import {
  cleanTemplateValue,
  listTemplateVariables,
  type TemplateContent,
  type TemplatePart,
} from '@balcao/contracts'

/** Of its variables, in their order. */
export const listTemplateParts = (content: TemplateContent): TemplatePart[] =>
  listTemplateVariables(content).map(({ part }) => part)

export type TemplateFieldName = `value${number}`

/** A form's fields of a template: one for each variable, in the order of `listTemplateVariables`. */
export type TemplateFields = Record<TemplateFieldName, string>

export const templateField = (index: number): TemplateFieldName => `value${index}`

export const toTemplateFields = (values: readonly string[]): TemplateFields =>
  Object.fromEntries(values.map((text, index) => [templateField(index), text]))

/** The fields as the contract has them, clean. @param parts of the variables, in their order */
export const groupTemplateFields = (parts: readonly TemplatePart[], fields: Partial<TemplateFields>) => {
  const values = { header: [] as string[], body: [] as string[], buttons: [] as string[] }
  parts.forEach((part, index) =>
    values[part === 'button' ? 'buttons' : part].push(cleanTemplateValue(fields[templateField(index)] ?? '')),
  )
  return values
}

/** Fields that Meta would refuse. */
export const listBlankFields = (
  parts: readonly TemplatePart[],
  fields: Partial<TemplateFields>,
): TemplateFieldName[] =>
  parts
    .map((_part, index) => templateField(index))
    .filter((field) => cleanTemplateValue(fields[field] ?? '') === '')
