export { isApiSend } from './api-client-key'
