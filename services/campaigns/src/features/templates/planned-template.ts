import { cleanTemplateValue } from '@balcao/contracts'
import type { FilledTemplate } from '@balcao/contracts/wire'

/** A message template that is sent later; its values may name variables, as `{nome}`. */
export interface PlannedTemplate extends FilledTemplate {
  /** As the customer reads it, with the variables of its values. */
  text: string
}

/** The template for one contact; undefined when one of its values is blank: Meta refuses it. @param render fills in variables */
export function renderTemplate(
  { text, ...template }: PlannedTemplate,
  render: (text: string) => string,
): { template: FilledTemplate; body: string } | undefined {
  const parameters = template.parameters.map((parameter) => ({
    ...parameter,
    text: cleanTemplateValue(render(parameter.text)),
  }))
  if (parameters.some((parameter) => parameter.text === '')) return undefined
  return { template: { ...template, parameters }, body: render(text) }
}
