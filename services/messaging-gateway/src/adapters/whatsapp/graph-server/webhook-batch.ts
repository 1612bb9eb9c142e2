import type { WebhookPayload } from './webhook-queue'

/* docs/graph-api/webhooks/getting-started (2025-07): "aggregated and sent in a batch with a maximum of 1000 updates". */
const LARGEST_BATCH = 1_000

type Entry = WebhookPayload['entry'][number]

/** Payloads for one URL as fewer: one entry for each account, its changes in order, 1,000 changes at most. */
export function mergePayloads(payloads: readonly WebhookPayload[]): WebhookPayload[] {
  const updates = payloads.flatMap(({ entry }) =>
    entry.flatMap((one) => one.changes.map((change): Entry => ({ ...one, changes: [change] }))),
  )
  const batches: WebhookPayload[] = []
  for (let from = 0; from < updates.length; from += LARGEST_BATCH)
    batches.push({
      object: 'whatsapp_business_account',
      entry: mergeEntries(updates.slice(from, from + LARGEST_BATCH)),
    })
  return batches
}

function mergeEntries(entries: readonly Entry[]): Entry[] {
  const byId = new Map<string, Entry>()
  for (const entry of entries) {
    const merged = byId.get(entry.id) ?? { ...entry, changes: [] }
    merged.changes.push(...entry.changes)
    byId.set(entry.id, merged)
  }
  return [...byId.values()]
}
