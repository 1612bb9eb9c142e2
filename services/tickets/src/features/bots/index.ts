export { answerCustomer, type BotAnswer, type CustomerMessage } from './answer-customer'
export type { BotQueueStore } from './bot-queue.store'
