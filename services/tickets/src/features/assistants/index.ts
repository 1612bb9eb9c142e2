export { answerConversation, type ConversationDeps } from './answer-conversation'
export { holdFields } from './assistant'
export type { AssistantStore } from './assistant.store'
