/* The shell's door: what is unsent goes out on every page, without the code of a conversation. */
export { OutboxProvider } from './outbox-context'
