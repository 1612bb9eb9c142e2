/* The outbox for the shell: unsent messages are sent on every page, without loading the conversation's code. */
export { OutboxProvider } from './outbox-context'
