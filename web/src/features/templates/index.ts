export { TemplateFileField, TemplateSampleField } from './template-file-field'
export { TemplateField } from './template-field'
export {
  findPlannedFile,
  listBlankValues,
  noTemplate,
  toPlannedBody,
  toPlannedFields,
  type PlannedTemplateFields,
} from './template.form'
