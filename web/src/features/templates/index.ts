export { TemplateField } from './template-field'
export { listBlankValues, toPlannedBody, toPlannedFields, type PlannedTemplateFields } from './template.form'
