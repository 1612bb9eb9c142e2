export { QueuesField } from './queues-field'

/** Loaded separately: the field is part of other pages. */
export const loadQueuesPage = () => import('./queues-page')
