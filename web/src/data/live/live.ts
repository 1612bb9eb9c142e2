import {
  USER_STATUS_EVERY_MS,
  type AuthEvent,
  type ChannelName,
  type ChannelPayloads,
  type ViewerState,
} from '@balcao/contracts'

import { api } from '../api'
import { deskBaseQuery } from '../base-query'
import { readDataAgeMs } from '../session/data-age'
import { sessionApi } from '../session/session.api'
import { userChanged } from '../session/session.slice'
import { endSessionHere } from '../session/take-over'
import type { DeskStore } from '../store'
import { cacheTags } from '../tags'
import { syncApi } from '../sync.api'
import { createFeed } from './feed'
import { applyEvent } from './handlers'
import { liveLost, liveStarted, liveStopped, liveUp, syncChanged } from './live.slice'
import { refetchFailed } from './refetch-failed'
import { hearViewer } from './viewers'
import { createLiveSocket, type LiveSocket, type OpenSocket } from './socket'

const SYNC_RETRY_MS = 3000
const HIDDEN_FLUSH_MS = 250

let socket: LiveSocket | null = null
/** Joins requested before the socket was opened. */
const waiting = new Set<(socket: LiveSocket) => void>()

const nextFrame = (flush: () => void) => {
  if (document.visibilityState === 'hidden') setTimeout(flush, HIDDEN_FLUSH_MS)
  else requestAnimationFrame(flush)
}

const isSequenced = (payload: unknown): payload is { seq: number } =>
  typeof payload === 'object' && payload !== null && 'seq' in payload && typeof payload.seq === 'number'

const isAuthEvent = (payload: unknown): payload is AuthEvent =>
  typeof payload === 'object' && payload !== null && 'reason' in payload && 'user' in payload

export interface LiveOptions {
  companyId: number
  userId: number
  open: OpenSocket
}

/**
 * Opens the app's one socket for this user and keeps the cache fresh from it. Call again when company or user
 * change; the function returned closes everything.
 */
export const startLive = (store: DeskStore, { companyId, userId, open }: LiveOptions): (() => void) => {
  const { dispatch, getState } = store
  const prefix = `company-${companyId}-`
  let closed = false
  let syncRetry: ReturnType<typeof setTimeout> | undefined

  const feed = createFeed({
    apply: (event) => applyEvent(event.channel, event.payload, { dispatch, getState }),
    fetchSince: (range) =>
      dispatch(syncApi.endpoints.sync.initiate(range, { forceRefetch: true, subscribe: false })).unwrap(),
    readDataAgeMs,
    reset: () => dispatch(api.util.invalidateTags([...cacheTags])),
    schedule: nextFrame,
    onSyncing: (syncing) => dispatch(syncChanged(syncing)),
  })

  const catchUp = async (head: number) => {
    clearTimeout(syncRetry)
    try {
      await feed.catchUp(head)
    } catch {
      // The server could not answer; the gap stays open until it does.
      if (!closed) syncRetry = setTimeout(() => void catchUp(head), SYNC_RETRY_MS)
    }
  }

  const receive = (name: string, payload: unknown) => {
    if (!name.startsWith(prefix)) return
    const channel = name.slice(prefix.length)
    if (channel === 'auth') {
      if (isAuthEvent(payload) && payload.user.id === userId) {
        current.close()
        endSessionHere(store, payload.reason)
      }
      return
    }
    if (channel === 'ticketViewer') return hearViewer(payload)
    if (isSequenced(payload))
      feed.receive({
        seq: payload.seq,
        channel: channel as ChannelName,
        payload: payload as unknown as ChannelPayloads[ChannelName],
      })
  }

  dispatch(liveStarted())
  const current = createLiveSocket({
    open,
    token: () => getState().session.token,
    renewToken: async () => {
      const result = await deskBaseQuery.refresh({ ...store, ...noRequest })
      if (result.kind === 'renewed') return result.answer.token
      if (result.kind === 'refused') endSessionHere(store, 'over')
      return result.kind === 'undecided' ? getState().session.token : null
    },
    onReady: (head) => {
      dispatch(liveUp())
      refetchFailed(store)
      void catchUp(head)
    },
    onRightsChanged: (head) => {
      void learnRights(store)
      void catchUp(head)
    },
    onLost: () => {
      feed.lost()
      dispatch(liveLost(Date.now()))
    },
    onEvent: receive,
  })
  socket = current
  for (const ask of waiting) ask(current)
  waiting.clear()

  const presence = setInterval(current.tellPresence, USER_STATUS_EVERY_MS)
  const wake = () => {
    if (document.visibilityState === 'visible') current.reconnectNow()
  }
  const heal = () => {
    current.reconnectNow()
    refetchFailed(store)
  }
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', heal)

  return () => {
    closed = true
    clearTimeout(syncRetry)
    clearInterval(presence)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('online', heal)
    current.close()
    feed.restart()
    if (socket === current) socket = null
    dispatch(liveStopped())
  }
}

/** BaseQueryApi fields for a refresh outside of any request. */
const noRequest = {
  signal: new AbortController().signal,
  abort: () => undefined,
  extra: undefined,
  endpoint: 'refresh',
  type: 'mutation' as const,
}

/** After a change of this user's rights: refetches the user, then everything on screen. */
const learnRights = async ({ dispatch }: DeskStore) => {
  const { data } = await dispatch(
    sessionApi.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }),
  )
  if (data) dispatch(userChanged(data))
  dispatch(api.util.invalidateTags([...cacheTags]))
}

/** Joins a ticket's room; returns a function that leaves. Counted: the last caller to leave leaves the room. */
export const joinChatBox = (ticketId: number): (() => void) => {
  if (socket) return socket.joinChatBox(ticketId)
  let leave: (() => void) | null = null
  const ask = (opened: LiveSocket) => {
    leave = opened.joinChatBox(ticketId)
  }
  waiting.add(ask)
  return () => {
    waiting.delete(ask)
    leave?.()
  }
}

/** Tells the others who have the ticket open what this user does; `onAnswer` hears whether they were told. */
export const viewTicket = (
  ticketId: number,
  state: ViewerState,
  onAnswer: (isTold: boolean) => void,
): void => (socket ? socket.viewTicket(ticketId, state, onAnswer) : onAnswer(false))
