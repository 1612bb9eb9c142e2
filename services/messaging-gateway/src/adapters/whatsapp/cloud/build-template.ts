import type { TemplateBody } from '@balcao/contracts'
import type { JsonObject } from '@balcao/kernel'

type Button = TemplateBody['buttons'][number]

const buildButton = ({ type, text, url, phoneNumber }: Button): JsonObject => ({
  type,
  text,
  ...(type === 'URL' && { url }),
  ...(type === 'PHONE_NUMBER' && { phone_number: phoneNumber }),
})

/**
 * The body of `POST /{business account id}/message_templates`: templates/components and templates/template-management (November 2026).
 * Meta may put it into another category than the one asked for.
 */
export const buildTemplate = ({
  name,
  language,
  category,
  header,
  headerExamples,
  body,
  bodyExamples,
  footer,
  buttons,
}: TemplateBody): JsonObject => ({
  name,
  language,
  category,
  parameter_format: 'POSITIONAL',
  components: [
    ...(header === ''
      ? []
      : [
          {
            type: 'HEADER',
            format: 'TEXT',
            text: header,
            ...(headerExamples.length > 0 && { example: { header_text: headerExamples } }),
          },
        ]),
    {
      type: 'BODY',
      text: body,
      ...(bodyExamples.length > 0 && { example: { body_text: [bodyExamples] } }),
    },
    ...(footer === '' ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buildButton) }]),
  ],
})
