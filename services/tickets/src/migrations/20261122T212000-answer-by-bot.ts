import type { Migration } from '@balcao/kernel'

/* What a connection's rules are until the gateway's next event about it. */
const RULES = JSON.stringify({
  greetingMessage: '',
  completionMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  expiresInactiveMessage: '',
  transferQueueId: null,
  timeToTransfer: 0,
  expiresTicket: 0,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
})

/** Connections keep what their number does by itself; tickets keep where the customer is in the bot's menus. */
export const answerByBot: Migration = {
  name: '20261122T212000-answer-by-bot',
  up: `
    ALTER TABLE connections ADD COLUMN rules jsonb NOT NULL DEFAULT '${RULES}';
    ALTER TABLE tickets ADD COLUMN bot jsonb;`,
}
