import type { GraphSettings } from './settings'

/** What passed between a phone number and a customer, as far as the rules of sending ask. */
export interface Conversation {
  lastFromCustomerAtMs: number | undefined
  /** Of a message that began with a click on an ad and that the business answered within 24 hours. */
  freeEntry: { clickedAtMs: number; openedAtMs: number | undefined; id: string } | undefined
  /** When the customer's number was last used by either side: it is shown for 30 days more. */
  numberKnownAtMs: number | undefined
  /** When the pair's allowance of messages is full again. */
  pairFreeAtMs: number
}

export const newConversation = (): Conversation => ({
  lastFromCustomerAtMs: undefined,
  freeEntry: undefined,
  numberKnownAtMs: undefined,
  pairFreeAtMs: 0,
})

/**
 * Whether a message that is no template may be sent: 24 hours from what the customer wrote last, also after an ad
 * (messages/send-messages#customer-service-windows, 2026-05-21).
 */
export function isWindowOpen(
  { lastFromCustomerAtMs }: Conversation,
  nowMs: number,
  { windowMs }: Pick<GraphSettings, 'windowMs'>,
): boolean {
  return lastFromCustomerAtMs !== undefined && nowMs - lastFromCustomerAtMs < windowMs
}

/**
 * Whether messages are free of charge because of an ad: 72 hours from the first answer, which must come within 24 hours
 * (pricing#free-entry-point-conversations, 2026-09-11). Outside of the window that is templates only: support.myoperator.com (2025-09-21) and
 * learn.doubletick.io say so, as Meta's page knows no other window.
 */
export function isFreeEntryOpen(
  { freeEntry }: Conversation,
  nowMs: number,
  { freeEntryPointMs }: Pick<GraphSettings, 'freeEntryPointMs'>,
): boolean {
  return freeEntry?.openedAtMs !== undefined && nowMs - freeEntry.openedAtMs < freeEntryPointMs
}

/** Notes an answer of the business, which opens the free entry point while it may. */
export function openFreeEntry(
  { freeEntry }: Conversation,
  nowMs: number,
  { windowMs }: Pick<GraphSettings, 'windowMs'>,
): void {
  if (freeEntry && freeEntry.openedAtMs === undefined && nowMs - freeEntry.clickedAtMs < windowMs)
    freeEntry.openedAtMs = nowMs
}
