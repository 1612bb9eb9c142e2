export { MessagesApiPage } from './messages-api-page'
