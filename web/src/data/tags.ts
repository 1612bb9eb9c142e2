import { resources } from './gen/resources'

/** Cache tags of RTK Query, what a change may make stale: each resource by the name of its file (`tags.api.ts`), and what is read on its own. */
export const cacheTags = [
  ...resources,
  'campaign-answers',
  'campaign-settings',
  'chat-messages',
  'company-hours',
  'contact-list-items',
  'contact-merges',
  'earlier-messages',
  'fallbacks',
  'ticket-lists',
  'webhook-deliveries',
] as const
