import type { ErrorCode } from '@balcao/contracts'
import type { Clock, Tx } from '@balcao/kernel'

import type { FilledFallback, Unsent } from '../message-templates'
import { isTemplate, type OutboundRow, type OutboundStore, type SendPayload } from './outbound.store'

export interface FallbackDeps {
  outbound: OutboundStore
  clock: Clock
  /** The template that a company has named for an automatic text, filled in, or why it cannot be sent; undefined where none is named. */
  fillFallback(tx: Tx, unsent: Unsent): Promise<FilledFallback | undefined>
}

/** The row as it is queued again, or why its template cannot be sent; neither where none is named. */
export interface SentFallback {
  queued?: OutboundRow | undefined
  failure?: ErrorCode
}

/* What the network says of the text, by its id, is not said of the template. */
const nameFallback = (waId: string): string => `${waId}-T`

/**
 * An automatic text that the network did not take, or would not take, outside of the window is queued again as the template that is named for it,
 * and waits for what templates wait for. In the caller's fenced transaction.
 */
export async function sendFallback(deps: FallbackDeps, tx: Tx, row: OutboundRow): Promise<SentFallback> {
  if (row.operation !== 'send' || !row.payload.automatic || isTemplate(row)) return {}
  const { companyId, connectionId } = row
  const { automatic } = row.payload
  const filled = await deps.fillFallback(tx, { companyId, connectionId, automatic })
  if (!filled || 'failure' in filled) return filled ?? {}
  const payload: SendPayload = {
    ...filled,
    kind: 'template',
    automatic,
    media: undefined,
    quoted: undefined,
    location: undefined,
    vcard: '',
  }
  const replaced = { waId: nameFallback(row.waId), payload, now: deps.clock.now() }
  return { queued: await deps.outbound.replaceByTemplate(tx, companyId, row.id, replaced) }
}
