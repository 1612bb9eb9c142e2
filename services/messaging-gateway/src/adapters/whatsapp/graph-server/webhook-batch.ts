import type { WebhookPayload } from './webhook-queue'

/* docs/graph-api/webhooks/getting-started (2025-07): "aggregated and sent in a batch with a maximum of 1000 updates". */
const LARGEST_BATCH = 1_000

/** Payloads for one URL as fewer: one entry for each account, its changes in order, 1,000 at most. */
export function mergePayloads(payloads: readonly WebhookPayload[]): WebhookPayload[] {
  const entries = payloads.flatMap(({ entry }) => entry)
  const batches: WebhookPayload[] = []
  for (let from = 0; from < entries.length; from += LARGEST_BATCH)
    batches.push({
      object: 'whatsapp_business_account',
      entry: mergeEntries(entries.slice(from, from + LARGEST_BATCH)),
    })
  return batches
}

function mergeEntries(entries: WebhookPayload['entry']): WebhookPayload['entry'] {
  const byId = new Map<string, WebhookPayload['entry'][number]>()
  for (const entry of entries) {
    const merged = byId.get(entry.id) ?? { ...entry, changes: [] }
    merged.changes.push(...entry.changes)
    byId.set(entry.id, merged)
  }
  return [...byId.values()]
}
