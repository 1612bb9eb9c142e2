export { importConversations, judgeConversations, type ConversationBatch } from './import-conversations'
export {
  importQueueOptions,
  importQueues,
  importQuickMessages,
  importTags,
  type DeskPartsDeps,
  type ImportedQueue,
  type ImportedQueueOption,
  type ImportedQuickMessage,
  type ImportedTag,
  type ImportScope,
} from './import-desk-parts'
export { importContacts, type ContactBatch } from './import-contacts'
export { begunRow, joinedRow, madeRow, skippedRow, toTicketRows } from './import-row'
export { buildMessageId } from './message-id'
export type {
  ImportedContact,
  ImportedMessage,
  ImportedNote,
  ImportedTicket,
} from './imported-conversation.store'
export { importedKinds, type ImportedKind, type ImportRow, type SystemImport } from './system-import.store'
