import type { ChannelName, FeedItem, LoginAnswer, SyncAnswer, TicketView } from '@balcao/contracts'
import { io, type Socket } from 'socket.io-client'

import {
  findDifferences,
  shown,
  unsigned,
  type Difference,
  type Snapshot,
  type QueryCall,
} from './compare-caches'
import type * as freshClient from './fresh-client'
import type * as liveClient from './live-client'

/* One user's browser: a store, cache, patches and socket of its own. */

const isolated = <T>(make: () => T): T => {
  let made: { value: T } | undefined
  jest.isolateModules(() => {
    made = { value: make() }
  })
  if (!made) throw new Error('nothing was loaded')
  return made.value
}

/** The API without any patch: what a fresh page would fetch. */
const fresh = isolated(() => require('./fresh-client') as typeof freshClient)

type Client = Pick<typeof freshClient, 'api'>

interface Subscription {
  unsubscribe(): void
}

type QueryThunk = () => Promise<unknown> & Subscription

interface EndpointLike {
  initiate(arg: unknown, options?: object): QueryThunk
  select(arg: unknown): (state: unknown) => Snapshot
}

const listEndpoints = (client: Client) => client.api.endpoints as unknown as Record<string, EndpointLike>

const findEndpoint = (client: Client, name: string): EndpointLike => {
  const endpoint = listEndpoints(client)[name]
  if (!endpoint) throw new Error(`no endpoint ${name}`)
  return endpoint
}

interface Applied {
  channel: string
  payload: unknown
}

/* Keys for other clients, of which the feed's payload and the socket's have one each. */
const keysForOthers: Partial<Record<ChannelName, string>> = {
  chat: 'chat',
  prompt: 'intelligenceId',
  ContactListItem: 'records',
}

const asApplied = (channel: ChannelName, payload: object): Applied => {
  const others = keysForOthers[channel]
  const own = Object.entries(payload).filter(([key]) => key !== others)
  return { channel, payload: unsigned(Object.fromEntries(own)) }
}

/* `auth` is told to one session only, and is in no feed. */
const channels: Record<Exclude<ChannelName, 'auth'>, true> = {
  ticket: true,
  appMessage: true,
  contact: true,
  contactImport: true,
  whatsapp: true,
  whatsappSession: true,
  user: true,
  userPresence: true,
  queue: true,
  queueOptions: true,
  tag: true,
  quickMessage: true,
  chat: true,
  fileList: true,
  announcement: true,
  schedule: true,
  campaign: true,
  ContactList: true,
  ContactListItem: true,
  queueIntegration: true,
  prompt: true,
  settings: true,
  plan: true,
  invoice: true,
  payment: true,
  companyHours: true,
  webhook: true,
  messageBudget: true,
}
const CHANNELS = Object.keys(channels) as (keyof typeof channels)[]

const computeDeadline = (withinMs: number) => Date.now() + withinMs

/** Polls until `isTrue`. */
export const until = async (isTrue: () => boolean | Promise<boolean>, what: string, withinMs = 60_000) => {
  const deadline = computeDeadline(withinMs)
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
}

export const openViewer = async (url: string, name: string, email: string, password: string) => {
  const login = async () => {
    const answer = await fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    if (!answer.ok) throw new Error(`${email} could not log in: ${answer.status}`)
    return (await answer.json()) as LoginAnswer
  }
  const session = await login()
  const client = isolated(() => require('./live-client') as typeof liveClient)
  const store = client.createDeskStore()
  store.dispatch(client.sessionOpened(session))

  /** Events the store was given, in order. */
  let applied: Applied[] = []
  for (const channel of CHANNELS)
    client.onFeed(channel, (payload) => {
      const { seq: _seq, ...rest } = payload as { seq?: number }
      applied.push(asApplied(channel, rest))
    })
  const sessionEnds: string[] = []
  client.onSessionEnded((reason) => sessionEnds.push(reason))

  const sync = async (since: number): Promise<{ events: FeedItem[]; seq: number; reset: boolean }> => {
    const events: FeedItem[] = []
    for (let from = since; ;) {
      const answer = await fetch(`${url}/sync?since=${from}`, {
        headers: { authorization: `Bearer ${session.token}` },
      })
      const page = (await answer.json()) as SyncAnswer
      events.push(...page.events)
      if (!page.hasMore || page.reset) return { events, seq: page.seq, reset: page.reset }
      from = page.seq
    }
  }

  const subscriptions = new Map<string, { query: QueryCall; subscription: Subscription }>()
  const subscribe = async (query: QueryCall, options: object = {}) => {
    const key = JSON.stringify(query)
    subscriptions.get(key)?.subscription.unsubscribe()
    const asking = store.dispatch(findEndpoint(client, query[0]).initiate(query[1], options))
    subscriptions.set(key, { query, subscription: asking })
    await asking
  }
  const unsubscribe = (query: QueryCall) => {
    const key = JSON.stringify(query)
    subscriptions.get(key)?.subscription.unsubscribe()
    subscriptions.delete(key)
  }

  let socket: Socket | undefined
  let stop: (() => void) | undefined
  let checkpoint = 0
  const wire = (options: Parameters<typeof io>[1]) => {
    socket = io(url, { ...options, transports: ['websocket'], forceNew: true })
    return socket
  }
  const liveState = () => store.getState().live

  /** A page that opens a conversation, and leaves it when it is gone, as the ticket screen does. */
  let open: { ticket: TicketView; leave: () => void } | undefined
  const closeTicket = () => {
    if (!open) return
    open.leave()
    unsubscribe(['getTicketByUuid', open.ticket.uuid])
    unsubscribe(['listMessages', open.ticket.id])
    unsubscribe(['listNotes', { ticketId: open.ticket.id, contactId: open.ticket.contactId }])
    open = undefined
  }
  client.onFeed('ticket', (event) => {
    if (event.action === 'delete' && event.ticketId === open?.ticket.id) closeTicket()
  })
  const openTicket = async (ticket: TicketView) => {
    if (open?.ticket.id === ticket.id) return
    closeTicket()
    open = { ticket, leave: client.joinChatBox(ticket.id) }
    await subscribe(['getTicketByUuid', ticket.uuid], { forceRefetch: 30 })
    await subscribe(['listMessages', ticket.id], { forceRefetch: 30 })
  }

  const isBusy = () =>
    Object.values(store.getState().api.queries).some((query) => query?.status === 'pending') ||
    liveState().syncing ||
    liveState().phase !== 'online'

  /** Everything the server has for this person since the last look was given to the store, each once, in order. */
  const caughtUp = async () => {
    const { events, seq } = await sync(checkpoint)
    await until(
      () => applied.length >= events.length && liveState().phase === 'online' && !liveState().syncing,
      `${name}: ${events.length} events after ${checkpoint}, has ${applied.length}, is ${liveState().phase}`,
    )
    expect(applied).toEqual(events.map(({ channel, payload }) => asApplied(channel, payload)))
    checkpoint = seq
    applied = []
    await until(() => !isBusy(), `${name}'s queries`)
  }

  const fetchFresh = async (looked: readonly QueryCall[]) => {
    const page = fresh.createDeskStore()
    page.dispatch(fresh.sessionOpened(session))
    const answers = looked.map(async ([endpoint, arg]) => {
      await page.dispatch(findEndpoint(fresh, endpoint).initiate(arg))
      return findEndpoint(fresh, endpoint).select(arg)(page.getState())
    })
    const all = await Promise.all(answers)
    page.dispatch(fresh.api.util.resetApiState())
    return all
  }

  const differences = async (
    isLookedAt: (query: QueryCall) => boolean = () => true,
  ): Promise<Difference[]> => {
    const looked = [...subscriptions.values()].map(({ query }) => query).filter(isLookedAt)
    const fetched = await fetchFresh(looked)
    return looked.flatMap((query, index) => {
      const cached = shown(query, findEndpoint(client, query[0]).select(query[1])(store.getState()))
      const at = findDifferences(cached, shown(query, fetched[index] as Snapshot))
      return at.length === 0 ? [] : [{ who: name, query: query[0] + JSON.stringify(query[1]), at }]
    })
  }

  /** As the button "load again" of every screen at once. */
  const loadAgain = async () => {
    store.dispatch(client.api.util.invalidateTags([...client.cacheTags]))
    await until(() => !isBusy(), `${name}'s queries`)
  }

  const call = async <T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    type = 'application/json',
  ) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${session.token}`,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (/^[{[]/.test(text) ? JSON.parse(text) : text) as T }
  }

  return {
    name,
    session,
    client,
    store,
    sessionEnds,
    login,
    subscribe,
    unsubscribe,
    openTicket,
    closeTicket,
    openTicketId: () => open?.ticket.id,
    caughtUp,
    differences,
    loadAgain,
    isBusy,
    goLive: async () => {
      stop = client.startLive(store, {
        companyId: session.user.companyId,
        userId: session.user.id,
        open: wire,
      })
      await until(() => liveState().phase === 'online', `${name}'s socket`)
    },
    /** Cuts the socket's connection. */
    cut: () => socket?.io.engine?.close(),
    hang: () => socket?.disconnect(),
    back: () => socket?.connect(),
    isOnline: () => liveState().phase === 'online',
    /** Where the feed stands for this person: what happened until now is not looked at any more. */
    startFrom: async () => {
      checkpoint = (await sync(999_999_999_999_999)).seq
      applied = []
    },
    call,
    /** Does what the page does: one of the client's own mutations. */
    run: async (mutation: string, arg: unknown): Promise<void> => {
      await store.dispatch(findEndpoint(client, mutation).initiate(arg))
    },
    /** Whether the feed since the last look is gone. */
    isForgotten: async () => (await sync(checkpoint)).reset,
    /** One file with its caption, as a form sends it. jsdom's own FormData is not Node's. */
    upload: (path: string, body: string, fileName: string, content: string) => {
      const field = (head: string, value: string) =>
        `--limit\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
      return call(
        'POST',
        path,
        `${field('name="body"', body)}${field(`name="medias"; filename="${fileName}"`, content)}--limit--\r\n`,
        'multipart/form-data; boundary=limit',
      )
    },
    close: () => {
      stop?.()
      store.dispatch(client.api.util.resetApiState())
    },
  }
}

export type Viewer = Awaited<ReturnType<typeof openViewer>>
