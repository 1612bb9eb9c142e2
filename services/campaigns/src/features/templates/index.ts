export { fillPlannedTemplate, omitText, type PlannedBy } from './fill-planned-template'
export { assertHeaderFile, renderTemplate, type PlannedTemplate } from './planned-template'
