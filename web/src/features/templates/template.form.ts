import type { PlannedTemplateView, TemplatePart } from '@balcao/contracts'

import {
  groupTemplateFields,
  listBlankFields,
  toTemplateFields,
  type TemplateFieldName,
} from '../../lib/template-values'

export interface ChosenTemplate {
  name: string
  language: string
  /** Of its variables, in their order. */
  parts: readonly TemplatePart[]
}

/** Fields of a form that may send a template in place of texts; what its variables are filled with are fields of their own. */
export interface PlannedTemplateFields {
  template: ChosenTemplate | null
  [value: TemplateFieldName]: string
}

const toChosen = ({ name, language, header, body, buttons }: PlannedTemplateView): ChosenTemplate => ({
  name,
  language,
  parts: [
    ...header.map(() => 'header' as const),
    ...body.map(() => 'body' as const),
    ...buttons.map(() => 'button' as const),
  ],
})

export const toPlannedFields = (view: PlannedTemplateView | null): PlannedTemplateFields => ({
  template: view && toChosen(view),
  ...(view && toTemplateFields([...view.header, ...view.body, ...view.buttons])),
})

export const toPlannedBody = (fields: PlannedTemplateFields) =>
  fields.template && {
    name: fields.template.name,
    language: fields.template.language,
    ...groupTemplateFields(fields.template.parts, fields),
  }

/** Fields of the template that Meta would refuse. */
export const listBlankValues = (fields: PlannedTemplateFields): TemplateFieldName[] =>
  listBlankFields(fields.template?.parts ?? [], fields)
