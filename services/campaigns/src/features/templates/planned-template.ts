import { cleanTemplateValue, findTemplateFileFault, type TemplateFileLimit } from '@balcao/contracts'
import type { FilledTemplate, Media } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

/** A message template that is sent later; its values may name variables, as `{nome}`. */
export interface PlannedTemplate extends FilledTemplate {
  /** As the customer reads it, with the variables of its values. */
  text: string
  /** What the file of its header may be; undefined without one. */
  file?: TemplateFileLimit | undefined
}

/** @throws {AppError} ERR_TEMPLATE_FILE for another file than the header's kind, and where one is missing; ERR_MEDIA_TOO_LARGE */
export function assertHeaderFile({ file: limit }: PlannedTemplate, media: Media | null): void {
  const fault = findTemplateFileFault(limit, media)
  if (fault) throw new AppError(fault, { ...(limit && { limitBytes: limit.maxBytes }) })
}

/** The template for one contact; undefined when one of its values is blank: Meta refuses it. @param render fills in variables */
export function renderTemplate(
  { text, name, language, parameters: planned }: PlannedTemplate,
  render: (text: string) => string,
): { template: FilledTemplate; body: string } | undefined {
  const parameters = planned.map((parameter) => ({
    ...parameter,
    text: cleanTemplateValue(render(parameter.text)),
  }))
  if (parameters.some((parameter) => parameter.text === '')) return undefined
  return { template: { name, language, parameters }, body: render(text) }
}
