import { cleanTemplateValue } from '@balcao/contracts'
import type { FilledTemplate } from '@balcao/contracts/wire'

/** A message template whose values may name variables of campaigns, as `{nome}`. */
export interface CampaignTemplate extends FilledTemplate {
  /** As the customer reads it, with the variables of its values. */
  text: string
}

/** The template for one contact; undefined when one of its values is blank: Meta refuses it. @param render fills in variables */
export function renderTemplate(
  { text, ...template }: CampaignTemplate,
  render: (text: string) => string,
): { template: FilledTemplate; body: string } | undefined {
  const parameters = template.parameters.map((parameter) => ({
    ...parameter,
    text: cleanTemplateValue(render(parameter.text)),
  }))
  if (parameters.some((parameter) => parameter.text === '')) return undefined
  return { template: { ...template, parameters }, body: render(text) }
}
