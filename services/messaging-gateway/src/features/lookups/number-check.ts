import { DAY, HOUR } from '@balcao/kernel'

import type { NumberCheck } from '../whatsapp-driver'

/** What the network said of a number as it was asked. */
export interface KnownNumber extends NumberCheck {
  asked: string
  checkedAt: Date
}

/* Who is on WhatsApp stays there for long; who is not may install it now. */
const HIT_LIFETIME_MS = 7 * DAY
const MISS_LIFETIME_MS = HOUR

export const LONGEST_LIFETIME_MS = HIT_LIFETIME_MS

/** Whether an answer still stands. */
export const isFresh = (known: KnownNumber, now: Date): boolean =>
  now.getTime() - known.checkedAt.getTime() < (known.exists ? HIT_LIFETIME_MS : MISS_LIFETIME_MS)

/** What an answer teaches: of the number asked, and of the form that the network writes it in. */
export function learnedFrom(asked: string, check: NumberCheck, checkedAt: Date): KnownNumber[] {
  const known = { ...check, number: check.number || asked, asked, checkedAt }
  return known.exists && known.number !== asked ? [known, { ...known, asked: known.number }] : [known]
}
