import type { TemplateBody, TemplateEditBody } from '@balcao/contracts'
import type { JsonObject } from '@balcao/kernel'

type Button = TemplateBody['buttons'][number]

const buildButton = ({ type, text, url, phoneNumber }: Button): JsonObject => ({
  type,
  text,
  ...(type === 'URL' && { url }),
  ...(type === 'PHONE_NUMBER' && { phone_number: phoneNumber }),
})

const buildHeader = (text: string, examples: readonly string[]): JsonObject => ({
  type: 'HEADER',
  format: 'TEXT',
  text,
  ...(examples.length > 0 && { example: { header_text: examples } }),
})

const buildComponents = ({
  header,
  headerExamples,
  body,
  bodyExamples,
  footer,
  buttons,
}: Omit<TemplateEditBody, 'category'>): JsonObject[] => [
  ...(header === '' ? [] : [buildHeader(header, headerExamples)]),
  {
    type: 'BODY',
    text: body,
    ...(bodyExamples.length > 0 && { example: { body_text: [bodyExamples] } }),
  },
  ...(footer === '' ? [] : [{ type: 'FOOTER', text: footer }]),
  ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buildButton) }]),
]

/**
 * The body of `POST /{business account id}/message_templates`: templates/components and templates/template-management (November 2026).
 * Meta may put it into another category than the one asked for.
 */
export const buildTemplate = ({ name, language, category, ...parts }: TemplateBody): JsonObject => ({
  name,
  language,
  category,
  parameter_format: 'POSITIONAL',
  components: buildComponents(parts),
})

/** The body of `POST /{template id}`: templates/template-management#edit-templates (updated 21 May 2026). */
export const buildTemplateEdit = ({ category, ...parts }: TemplateEditBody): JsonObject => ({
  ...(category !== undefined && { category }),
  components: buildComponents(parts),
})
