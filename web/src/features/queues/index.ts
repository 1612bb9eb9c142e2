export { PromptField } from './assistant-fields'
export { QueuesField } from './queues-field'
