import { flag, object, text, type Check } from '../fields'

/** messages/text-messages (2025-11-04): 4,096 characters; `preview_url` shows the first link's preview. */
export const checkText: Check = object({ body: text({ max: 4_096 }), preview_url: flag }, ['body'])
