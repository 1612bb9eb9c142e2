import type { ErrorCode } from '@balcao/contracts'

export interface RefusalRow {
  meaning: string
  /** What the ticket shows; undefined: that the operation failed, without a reason. */
  code: ErrorCode | undefined
  /**
   * Who sends it again. `at-once`: we, one time under the same id. `later`: we, after growing delays. `person`: the ticket offers it.
   * `never`: the ticket does not.
   */
  again: 'at-once' | 'later' | 'person' | 'never'
  /** Campaigns and new chats of the number wait: until the end that the network named, else longer each time. */
  pausesNumber: boolean
}

/**
 * Why a network refuses a frame finally; nothing of it was sent. Linked phones give the first five (numbers of acks: `network-acks.ts`),
 * the official API the others.
 */
export const refusals = {
  restricted: {
    meaning: 'The number may not begin chats for now (463).',
    code: 'ERR_WAPP_RESTRICTED',
    again: 'person',
    pausesNumber: true,
  },
  'token-missing': {
    meaning: "It lacked the contact's privacy token, which has arrived since.",
    code: undefined,
    again: 'at-once',
    pausesNumber: false,
  },
  'not-on-whatsapp': {
    meaning: 'The recipient is not on WhatsApp.',
    code: 'ERR_WAPP_NOT_ON_WHATSAPP',
    again: 'person',
    pausesNumber: false,
  },
  'not-in-group': {
    meaning: 'Our number is not in the group.',
    code: 'ERR_WAPP_NOT_IN_GROUP',
    again: 'person',
    pausesNumber: false,
  },
  refused: {
    meaning: 'Everything else.',
    code: undefined,
    again: 'person',
    pausesNumber: false,
  },
  'window-closed': {
    meaning: "The customer's last message is too old for anything but a template.",
    code: 'ERR_WAPP_WINDOW_CLOSED',
    again: 'person',
    pausesNumber: false,
  },
  'template-unusable': {
    meaning: 'The template is paused, was rejected, or does not exist in this language.',
    code: 'ERR_WAPP_TEMPLATE_UNUSABLE',
    again: 'person',
    pausesNumber: false,
  },
  unpaid: {
    meaning: 'The business account has no payment method, or owes.',
    code: 'ERR_WAPP_UNPAID',
    again: 'person',
    pausesNumber: true,
  },
  'opted-out': {
    meaning: 'The customer asked for no messages of this kind.',
    code: 'ERR_WAPP_OPTED_OUT',
    again: 'never',
    pausesNumber: false,
  },
  'too-fast': {
    meaning: 'A limit of messages in a time, of the number or of the chat.',
    code: 'ERR_WAPP_TOO_FAST',
    again: 'later',
    pausesNumber: false,
  },
  'blocked-by-policy': {
    meaning: 'Its content, or this recipient, is against the rules of the network.',
    code: 'ERR_WAPP_BLOCKED_BY_POLICY',
    again: 'never',
    pausesNumber: false,
  },
  'ban-risk': {
    meaning: 'People block or report the number: it is held back before it is banned.',
    code: 'ERR_WAPP_BAN_RISK',
    again: 'person',
    pausesNumber: true,
  },
} as const satisfies Record<string, RefusalRow>

export type Refusal = keyof typeof refusals

/** The row, widened to `RefusalRow`. */
export const readRefusal = (refusal: Refusal): RefusalRow => refusals[refusal]
