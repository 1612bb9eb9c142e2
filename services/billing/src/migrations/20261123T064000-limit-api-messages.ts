import type { Migration } from '@balcao/kernel'

/* Of the send API, for each company of the plan; 0 is no limit. */
export const limitApiMessages: Migration = {
  name: '20261123T064000-limit-api-messages',
  up: `
    ALTER TABLE plans
      ADD COLUMN api_messages_per_minute integer NOT NULL DEFAULT 0,
      ADD COLUMN api_messages_per_day integer NOT NULL DEFAULT 0,
      ADD CONSTRAINT plans_api_messages_not_negative CHECK (api_messages_per_minute >= 0 AND api_messages_per_day >= 0);`,
}
