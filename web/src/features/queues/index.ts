export { QueuesField } from './queues-field'
