import type { MessageView } from '@balcao/contracts'

import type { FeedContext } from '../../../data/live/handlers'
import { readApiError } from '../../../lib/api-error'
import {
  messageChanged,
  messageLeft,
  messageQueued,
  outboxClosed,
  outboxRestored,
  selectItems,
  type OutboxItem,
} from './outbox.slice'
import type { OutboxStorage } from './outbox.storage'

/** Waits before another try after the server could not be reached; then the message is failed. */
export const RETRY_AFTER_MS = [1000, 3000, 10_000, 30_000]
const MAX_LANES = 3

export interface OutboxPorts extends FeedContext {
  storage: OutboxStorage
  send(item: OutboxItem, file: File | null, onProgress: (share: number) => void): Promise<MessageView[]>
  /** Puts what the server stored into the conversation. */
  received(message: MessageView): void
  wait(delayMs: number): Promise<void>
  /** Resolves at once while there is a network. */
  untilOnline(): Promise<void>
}

type Verdict = { kind: 'sent' } | { kind: 'again' } | { kind: 'failed'; failure: string } | { kind: 'over' }

/** Whether a refusal may pass by itself: no answer, a server in trouble, or too many at once. */
const classifyFailure = (error: unknown): Verdict => {
  const read = readApiError(error)
  if (read.kind === 'network') return { kind: 'again' }
  if (read.status === 401) return { kind: 'over' }
  if (read.status >= 500 || read.status === 429) return { kind: 'again' }
  return { kind: 'failed', failure: read.error }
}

const trySend = async (
  ports: OutboxPorts,
  item: OutboxItem,
  file: File | null,
  onProgress: (share: number) => void,
): Promise<Verdict> => {
  try {
    const messages = await ports.send(item, file, onProgress)
    for (const message of messages) ports.received(message)
    return { kind: 'sent' }
  } catch (error) {
    return classifyFailure(error)
  }
}

/* The files of unsent messages by `clientId`, and links to them. */
const createUnsentFiles = () => {
  const files = new Map<string, File>()
  const urls = new Map<string, string>()
  return {
    find: (clientId: string): File | null => files.get(clientId) ?? null,
    keep: (clientId: string, file: File): void => void files.set(clientId, file),
    urlOf: (clientId: string): string | null => {
      const file = files.get(clientId)
      if (!file) return urls.get(clientId) ?? null
      const url = urls.get(clientId) ?? URL.createObjectURL(file)
      urls.set(clientId, url)
      return url
    },
    forget: (clientId: string): void => {
      files.delete(clientId)
      // The picture on screen is still this one until the server's has loaded.
      const url = urls.get(clientId)
      urls.delete(clientId)
      if (url) setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
  }
}

/**
 * Sends messages in order within a ticket, a few tickets at a time. An item is removed only when the server has it or the agent throws it away; the `clientId` makes every repeat harmless.
 */
export const createOutbox = (ports: OutboxPorts) => {
  const files = createUnsentFiles()
  const lanes = new Set<number>()
  let closed = false

  const items = () => selectItems(ports.getState())
  const change = (clientId: string, next: Partial<OutboxItem>) =>
    ports.dispatch(messageChanged({ clientId, ...next }))
  const save = (clientId: string) => {
    const item = items().find((other) => other.clientId === clientId)
    if (item) void ports.storage.saveItem(item, files.find(clientId))
  }

  const forget = (clientId: string) => {
    ports.dispatch(messageLeft(clientId))
    files.forget(clientId)
    void ports.storage.removeItem(clientId)
  }

  const deliver = async (item: OutboxItem): Promise<void> => {
    const showProgress = (progress: number) => void change(item.clientId, { progress })
    change(item.clientId, { state: 'sending', failure: null, progress: item.file ? 0 : null })
    for (let tries = 0; !closed; tries += 1) {
      await ports.untilOnline()
      if (closed) return
      const verdict = await trySend(ports, item, files.find(item.clientId), showProgress)
      if (verdict.kind === 'sent') return forget(item.clientId)
      if (verdict.kind === 'over') return void change(item.clientId, { state: 'queued', progress: null })
      const delayMs = RETRY_AFTER_MS[tries]
      if (verdict.kind === 'failed' || delayMs === undefined) {
        const failure = verdict.kind === 'failed' ? verdict.failure : ''
        change(item.clientId, { state: 'failed', failure, progress: null })
        return save(item.clientId)
      }
      change(item.clientId, { state: 'queued', progress: null })
      await ports.wait(delayMs)
    }
  }

  const findNextItem = (ticketId: number) =>
    items().find((item) => item.ticketId === ticketId && item.state === 'queued')

  const runLane = async (ticketId: number): Promise<void> => {
    for (let item = findNextItem(ticketId); item && !closed; item = findNextItem(ticketId)) {
      await deliver(item)
      if (findNextItem(ticketId)?.clientId === item.clientId) return // the session is over: later, from a new login
    }
  }

  const pump = () => {
    for (const { ticketId, state } of items()) {
      if (closed || lanes.size >= MAX_LANES) return
      if (state !== 'queued' || lanes.has(ticketId)) continue
      lanes.add(ticketId)
      void runLane(ticketId).finally(() => {
        lanes.delete(ticketId)
        if (findNextItem(ticketId) === undefined) pump()
      })
    }
  }

  return {
    /** Loads the items of an earlier page. */
    start: async (): Promise<void> => {
      const stored = await ports.storage.load()
      if (closed) return
      for (const [clientId, file] of stored.files) files.keep(clientId, file)
      ports.dispatch(outboxRestored(stored.state))
      pump()
    },
    /** Synchronous: the bubble is shown when this returns. */
    add: (item: OutboxItem, file: File | null): void => {
      if (file) files.keep(item.clientId, file)
      ports.dispatch(messageQueued(item))
      void ports.storage.saveItem(item, file)
      pump()
    },
    retry: (clientId: string): void => {
      change(clientId, { state: 'queued', failure: null })
      save(clientId)
      pump()
    },
    discard: forget,
    /** A link to the file of an unsent message, for its preview. */
    urlOf: files.urlOf,
    /** Stops sending; unsent items stay in IndexedDB for the user's next session. */
    close: (): void => {
      closed = true
      ports.dispatch(outboxClosed())
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
