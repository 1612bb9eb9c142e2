export { PromptField } from './assistant-fields'
export { QueuesField } from './queues-field'

/** Loaded separately: the fields are part of other pages. */
export const loadQueuesPage = () => import('./queues-page')
