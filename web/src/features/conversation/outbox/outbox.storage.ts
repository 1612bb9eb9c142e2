import { createStore, del, entries, set, type UseStore } from 'idb-keyval'

import type { OutboxItem, OutboxState } from './outbox.slice'

type StoredValue =
  { kind: 'draft'; ticketId: number; text: string } | { kind: 'item'; item: OutboxItem; file: File | null }

export interface OutboxStorage {
  load(): Promise<{ state: OutboxState; files: Map<string, File> }>
  saveDraft(ticketId: number, text: string): Promise<void>
  saveItem(item: OutboxItem, file: File | null): Promise<void>
  removeItem(clientId: string): Promise<void>
}

const isStored = (value: unknown): value is StoredValue =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'draft' || value.kind === 'item')

const readAll = async (store: UseStore): Promise<{ state: OutboxState; files: Map<string, File> }> => {
  const state: OutboxState = { items: [], drafts: {} }
  const files = new Map<string, File>()
  for (const [, value] of await entries<string, unknown>(store)) {
    if (!isStored(value)) continue
    if (value.kind === 'draft') {
      state.drafts[value.ticketId] = value.text
      continue
    }
    state.items.push({
      ...value.item,
      state: value.item.state === 'failed' ? 'failed' : 'queued',
      progress: null,
    })
    if (value.file) files.set(value.item.clientId, value.file)
  }
  state.items.sort((left, right) => left.createdAt.localeCompare(right.createdAt))
  return { state, files }
}

const noStorage: OutboxStorage = {
  load: () => Promise.resolve({ state: { items: [], drafts: {} }, files: new Map() }),
  saveDraft: () => Promise.resolve(),
  saveItem: () => Promise.resolve(),
  removeItem: () => Promise.resolve(),
}

/**
 * Drafts and unsent messages of one user of one company, in IndexedDB. Where the browser keeps no database (some
 * private windows) everything works, only without that memory.
 */
export const openOutboxStorage = (companyId: number, userId: number): OutboxStorage => {
  if (!('indexedDB' in globalThis)) return noStorage
  const store = createStore(`app-${companyId}-${userId}`, 'outbox')
  const quietly = async (write: Promise<void>): Promise<void> => {
    try {
      await write
    } catch (error) {
      reportError(error)
    }
  }
  return {
    load: async () => {
      try {
        return await readAll(store)
      } catch (error) {
        reportError(error)
        return { state: { items: [], drafts: {} }, files: new Map() }
      }
    },
    saveDraft: (ticketId, text) =>
      quietly(
        text.trim() === ''
          ? del(`draft:${ticketId}`, store)
          : set(`draft:${ticketId}`, { kind: 'draft', ticketId, text } satisfies StoredValue, store),
      ),
    saveItem: (item, file) =>
      quietly(set(`item:${item.clientId}`, { kind: 'item', item, file } satisfies StoredValue, store)),
    removeItem: (clientId) => quietly(del(`item:${clientId}`, store)),
  }
}
