export { TemplateFileField, TemplateSampleField } from './template-file-field'
export { TemplateField } from './template-field'
export {
  findPlannedFile,
  listBlankValues,
  noTemplate,
  requireValues,
  toPlannedBody,
  toPlannedFields,
  type PlannedTemplateFields,
} from './template.form'
