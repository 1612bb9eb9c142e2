import type { Check } from '../fields'
import { checkText } from './text'

/** The kinds of messages that the API takes, and what checks the field of the kind's name. */
export const MESSAGE_KINDS: Readonly<Record<string, Check>> = {
  text: checkText,
}
