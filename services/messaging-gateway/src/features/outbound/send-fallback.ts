import type { CompanyId, ErrorCode } from '@balcao/contracts'
import type { FilledTemplate } from '@balcao/contracts/wire'
import type { Clock, Tx } from '@balcao/kernel'

import { isTemplate, type AutomaticPayload, type OutboundRow, type OutboundStore } from './outbound.store'

export interface FallbackDeps {
  outbound: OutboundStore
  clock: Clock
  /** The template that a company has named for an automatic text, filled in, or why it cannot be sent; undefined where none is named. */
  fillFallback(
    tx: Tx,
    unsent: { companyId: CompanyId; connectionId: number; automatic: AutomaticPayload },
  ): Promise<{ template: FilledTemplate; body: string } | { failure: ErrorCode } | undefined>
}

/* What the network says of the text, by its id, is not said of the template. */
const nameFallback = (waId: string): string => `${waId}-T`

/**
 * An automatic text that the network did not take, or would not take, outside of the window is queued again as the template that is named for it, and waits
 * for what templates wait for. The row, or why the template cannot be sent; undefined where none is named. In the caller's fenced transaction.
 */
export async function sendFallback(
  deps: FallbackDeps,
  tx: Tx,
  row: OutboundRow,
): Promise<OutboundRow | { failure: ErrorCode } | undefined> {
  if (row.operation !== 'send' || !row.payload.automatic || isTemplate(row)) return undefined
  const { companyId, connectionId, id, waId } = row
  const { automatic } = row.payload
  const filled = await deps.fillFallback(tx, { companyId, connectionId, automatic })
  if (!filled || 'failure' in filled) return filled
  const { template, body } = filled
  const payload = {
    kind: 'template' as const,
    body,
    template,
    automatic,
    media: undefined,
    quoted: undefined,
    location: undefined,
    vcard: '',
  }
  return deps.outbound.replaceByTemplate(
    tx,
    companyId,
    id,
    { waId: nameFallback(waId), payload },
    deps.clock.now(),
  )
}
