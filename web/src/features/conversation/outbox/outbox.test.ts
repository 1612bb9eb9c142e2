import { createDeskStore } from '../../../data/store'
import { buildMessage } from '../../../testing/desk-builders'
import { createOutbox, RETRY_AFTER_MS } from './outbox'
import { selectItems, type OutboxItem } from './outbox.slice'
import type { OutboxStorage } from './outbox.storage'

const item = (clientId: string, own: Partial<OutboxItem> = {}): OutboxItem => ({
  clientId,
  ticketId: 1,
  body: clientId,
  quoted: null,
  file: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  state: 'queued',
  progress: null,
  failure: null,
  ...own,
})

const memoryStorage = (stored: OutboxItem[] = []) => {
  const items = new Map(stored.map((one) => [one.clientId, one]))
  const storage: OutboxStorage = {
    load: async () => ({ state: { items: [...items.values()], drafts: {} }, files: new Map() }),
    saveDraft: async () => undefined,
    saveItem: async (one) => void items.set(one.clientId, one),
    removeItem: async (clientId) => void items.delete(clientId),
  }
  return { storage, items }
}

type Step = 'ok' | { status: number | 'FETCH_ERROR'; data?: unknown }

const setUp = (answers: Record<string, Step[]> = {}, stored: OutboxItem[] = []) => {
  const store = createDeskStore()
  const { storage, items } = memoryStorage(stored)
  const sent: string[] = []
  const waits: number[] = []
  const open: (() => void)[] = []
  let gate: Promise<void> = Promise.resolve()
  const outbox = createOutbox({
    dispatch: store.dispatch,
    getState: store.getState,
    storage,
    send: async (one) => {
      sent.push(one.clientId)
      await gate
      const step = answers[one.clientId]?.shift() ?? 'ok'
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the shape of RTK Query's errors
      if (step !== 'ok') throw step
      return [buildMessage({ clientId: one.clientId, fromMe: true })]
    },
    received: () => undefined,
    wait: async (delayMs) => void waits.push(delayMs),
    untilOnline: async () => undefined,
  })
  const hold = () => {
    gate = new Promise((resolve) => open.push(resolve))
  }
  const settle = async () => {
    for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
  }
  return {
    outbox,
    sent,
    waits,
    items,
    hold,
    release: () => open.forEach((let_) => let_()),
    settle,
    shown: () => selectItems(store.getState()),
  }
}

const offline: Step = { status: 'FETCH_ERROR' }

describe('the outbox', () => {
  it('shows a message before the server knows of it, and keeps it on this machine', async () => {
    const { outbox, shown, items, hold, release, settle } = setUp()
    hold()
    outbox.add(item('a'), null)
    expect(shown()).toMatchObject([{ clientId: 'a' }])
    expect(items.has('a')).toBe(true)
    await settle()
    release()
    await settle()
    expect(shown()).toEqual([])
    expect(items.size).toBe(0)
  })

  it('sends one ticket in order, one at a time', async () => {
    const { outbox, sent, hold, release, settle } = setUp()
    hold()
    outbox.add(item('a'), null)
    outbox.add(item('b'), null)
    await settle()
    expect(sent).toEqual(['a'])
    release()
    await settle()
    expect(sent).toEqual(['a', 'b'])
  })

  it('sends other tickets meanwhile, three at most', async () => {
    const { outbox, sent, hold, release, settle } = setUp()
    hold()
    for (const ticketId of [1, 2, 3, 4]) outbox.add(item(`t${ticketId}`, { ticketId }), null)
    await settle()
    expect(sent).toEqual(['t1', 't2', 't3'])
    release()
    await settle()
    expect(sent).toContain('t4')
  })

  it('tries again after 1, 3, 10 and 30 seconds, then says it failed', async () => {
    const { outbox, waits, shown, settle } = setUp({ a: [offline, offline, offline, offline, offline] })
    outbox.add(item('a'), null)
    await settle()
    expect(waits).toEqual(RETRY_AFTER_MS)
    expect(shown()).toMatchObject([{ state: 'failed', failure: '' }])
  })

  it('gets through when the server comes back', async () => {
    const { outbox, sent, shown, settle } = setUp({
      a: [offline, { status: 503, data: { error: 'ERR_UNAVAILABLE' } }],
    })
    outbox.add(item('a'), null)
    await settle()
    expect(sent).toEqual(['a', 'a', 'a'])
    expect(shown()).toEqual([])
  })

  it('does not repeat what the server refused, and says why', async () => {
    const { outbox, sent, shown, settle } = setUp({
      a: [{ status: 409, data: { error: 'ERR_SENDING_WAPP_MSG' } }],
    })
    outbox.add(item('a'), null)
    outbox.add(item('b'), null)
    await settle()
    expect(sent).toEqual(['a', 'b'])
    expect(shown()).toMatchObject([{ clientId: 'a', state: 'failed', failure: 'ERR_SENDING_WAPP_MSG' }])
  })

  it('sends a failed one again when asked', async () => {
    const { outbox, shown, settle } = setUp({ a: [{ status: 409, data: { error: 'ERR_SENDING_WAPP_MSG' } }] })
    outbox.add(item('a'), null)
    await settle()
    outbox.retry('a')
    await settle()
    expect(shown()).toEqual([])
  })

  it('forgets one that is thrown away', async () => {
    const { outbox, shown, items, settle } = setUp({
      a: [{ status: 400, data: { error: 'ERR_CREATING_MESSAGE' } }],
    })
    outbox.add(item('a'), null)
    await settle()
    outbox.discard('a')
    expect(shown()).toEqual([])
    expect(items.size).toBe(0)
  })

  it('takes up after a reload what was not sent', async () => {
    const { outbox, sent, shown, settle } = setUp({}, [item('old')])
    await outbox.start()
    await settle()
    expect(sent).toEqual(['old'])
    expect(shown()).toEqual([])
  })

  it('keeps everything for the next session when this one is over', async () => {
    const { outbox, shown, items, settle } = setUp({
      a: [{ status: 401, data: { error: 'ERR_SESSION_OVER' } }],
    })
    outbox.add(item('a'), null)
    await settle()
    outbox.close()
    expect(shown()).toEqual([])
    expect([...items.keys()]).toEqual(['a'])
  })
})
