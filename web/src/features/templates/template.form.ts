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
  /** Of the file in its header; null: none. */
  fileFormat: string | null
}

/** Fields of a form that may send a template in place of texts; what its variables are filled with are fields of their own. */
export interface PlannedTemplateFields {
  template: ChosenTemplate | null
  /** Of the template's header, once another than the stored one is chosen. */
  file: File | null
  /** Name of the stored one; '' without one. */
  storedFile: string
  [value: TemplateFieldName]: string
}

/** Of a form that sends no template. */
export const noTemplate = { template: null, file: null, storedFile: '' } as const

type Stored = Omit<PlannedTemplateView, 'text'>

const toChosen = ({ name, language, header, body, buttons, fileFormat }: Stored): ChosenTemplate => ({
  name,
  language,
  fileFormat,
  parts: [
    ...header.map(() => 'header' as const),
    ...body.map(() => 'body' as const),
    ...buttons.map(() => 'button' as const),
  ],
})

/** @param mediaName of the file that is stored with it */
export const toPlannedFields = (
  view: Stored | null,
  mediaName: string | null = null,
): PlannedTemplateFields => ({
  template: view && toChosen(view),
  file: null,
  storedFile: view?.fileFormat ? (mediaName ?? '') : '',
  ...(view && toTemplateFields([...view.header, ...view.body, ...view.buttons])),
})

export const toPlannedBody = (fields: PlannedTemplateFields) =>
  fields.template && {
    name: fields.template.name,
    language: fields.template.language,
    ...groupTemplateFields(fields.template.parts, fields),
  }

/** The chosen file of the template's header; null where none was chosen, or the form sends no template with one. */
export const findPlannedFile = ({ template, file }: PlannedTemplateFields): File | null =>
  template?.fileFormat ? file : null

/** The message at each field of the template that Meta would refuse. */
export const requireValues = (fields: PlannedTemplateFields, message: string): Record<string, string> =>
  Object.fromEntries(listBlankValues(fields).map((field) => [field, message]))

/** Fields of the template that Meta would refuse. */
export function listBlankValues(fields: PlannedTemplateFields): (TemplateFieldName | 'file')[] {
  const { template, file, storedFile } = fields
  const lacksFile = template?.fileFormat && !file && storedFile === ''
  return [...listBlankFields(template?.parts ?? [], fields), ...(lacksFile ? (['file'] as const) : [])]
}
