import { chooseHeaderFormat, type TemplateBody, type TemplateEditBody } from '@balcao/contracts'
import type { JsonObject } from '@balcao/kernel'

type Button = TemplateBody['buttons'][number]

const buildButton = ({ type, text, url, phoneNumber }: Button): JsonObject => ({
  type,
  text,
  ...(type === 'URL' && { url }),
  ...(type === 'PHONE_NUMBER' && { phone_number: phoneNumber }),
})

type Parts = Omit<TemplateEditBody, 'category'>

const buildHeader = (parts: Parts, sampleHandle: string): JsonObject[] => {
  const { header, headerExamples } = parts
  const format = chooseHeaderFormat(parts)
  switch (format) {
    case 'NONE':
      return []
    case 'TEXT': {
      const example = headerExamples.length > 0 && { example: { header_text: headerExamples } }
      return [{ type: 'HEADER', format, text: header, ...example }]
    }
    default:
      return [{ type: 'HEADER', format, example: { header_handle: [sampleHandle] } }]
  }
}

const buildComponents = (parts: Parts, sampleHandle: string): JsonObject[] => {
  const { body, bodyExamples, footer, buttons } = parts
  return [
    ...buildHeader(parts, sampleHandle),
    {
      type: 'BODY',
      text: body,
      ...(bodyExamples.length > 0 && { example: { body_text: [bodyExamples] } }),
    },
    ...(footer === '' ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buildButton) }]),
  ]
}

/**
 * The body of `POST /{business account id}/message_templates`: templates/components and templates/template-management (November 2026).
 * Meta may put it into another category than the one asked for.
 * @param sampleHandle of the file that a header of a file is reviewed with; '' for the others
 */
export const buildTemplate = (
  { name, language, category, ...parts }: TemplateBody,
  sampleHandle: string,
): JsonObject => ({
  name,
  language,
  category,
  parameter_format: 'POSITIONAL',
  components: buildComponents(parts, sampleHandle),
})

/**
 * The body of `POST /{template id}`: templates/template-management#edit-templates (updated 21 May 2026).
 * @param sampleHandle as in `buildTemplate`: a new one, since what Meta answers of the sample is an address, which is no handle
 */
export const buildTemplateEdit = (
  { category, ...parts }: TemplateEditBody,
  sampleHandle: string,
): JsonObject => ({
  ...(category !== undefined && { category }),
  components: buildComponents(parts, sampleHandle),
})
