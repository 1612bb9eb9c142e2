export { parseSendAt } from './send-at'
