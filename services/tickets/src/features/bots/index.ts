export { answerCustomer } from './answer-customer'
export type { BotQueueStore } from './bot-queue.store'
