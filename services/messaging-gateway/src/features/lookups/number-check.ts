import { DAY } from '@balcao/kernel'

import type { NumberCheck } from '../whatsapp-driver'

/** WhatsApp's answer for a number. */
export interface KnownNumber extends NumberCheck {
  asked: string
  checkedAt: Date
}

/* Accounts are rarely deleted; a person without one may create it at any time, but who asks again and again about numbers that
   do not exist looks like a list of guessed numbers. */
const HIT_LIFETIME_MS = 7 * DAY
const MISS_LIFETIME_MS = 3 * DAY

export const MAX_LIFETIME_MS = HIT_LIFETIME_MS

/** Whether the answer can still be used. */
export const isFresh = (known: KnownNumber, now: Date): boolean =>
  now.getTime() - known.checkedAt.getTime() < (known.exists ? HIT_LIFETIME_MS : MISS_LIFETIME_MS)

/** The answer for the number asked, and for the number as WhatsApp writes it. */
export function toKnownNumbers(asked: string, check: NumberCheck, checkedAt: Date): KnownNumber[] {
  const known = { ...check, number: check.number || asked, asked, checkedAt }
  return known.exists && known.number !== asked ? [known, { ...known, asked: known.number }] : [known]
}
