import type { Migration } from '@balcao/kernel'

/** Tickets know which agent wrote their last message. */
export const addLastMessageUser: Migration = {
  name: '20261122T220000-add-last-message-user',
  up: `ALTER TABLE tickets ADD COLUMN last_message_user_id integer;`,
}
