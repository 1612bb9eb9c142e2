export { fillPlannedTemplate, omitText, type PlannedBy } from './fill-planned-template'
export { renderTemplate, type PlannedTemplate } from './planned-template'
