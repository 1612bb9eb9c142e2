export { ChatsPage } from './chats-page'
