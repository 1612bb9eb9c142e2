import type { Inbox } from '@balcao/kernel'

import { execute } from '../postgres'

/** Claims in the consumer's own schema. A concurrent claim of the same event waits for the first to commit or roll back. */
export const createInbox = (): Inbox => ({
  async claim(tx, group, eventId) {
    const rows = await execute(
      tx,
      'INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [group, eventId],
    )
    return rows === 1
  },
})
