import type { ConnectionEvent, ConnectionSessionEvent, ConnectionView, QueueEvent } from '@balcao/contracts'

import { connectionsApi } from './connections.api'
import { onFeed, type FeedContext } from './live/handlers'
import { onFeedOverAnswers } from './live/over-answers'

type Session = ConnectionSessionEvent['session']

/** The list after a connection changed: in place, a new one at the end (the list is by id). */
export const applyConnectionEvent = (list: ConnectionView[], event: ConnectionEvent): ConnectionView[] => {
  if (event.action === 'delete') return list.filter(({ id }) => id !== event.whatsappId)
  const { whatsapp } = event
  const named = [...list.flatMap(({ queues }) => queues), ...whatsapp.queues]
  return list.some(({ id }) => id === whatsapp.id)
    ? list.map((one) => (one.id === whatsapp.id ? mergeConnection(one, whatsapp, named) : one))
    : [...list, mergeConnection(whatsapp, whatsapp, named)]
}

/** A connection after it changed: the event names queues by their ids, their names are taken from what is known. */
export const mergeConnection = (
  connection: ConnectionView,
  changed: ConnectionView,
  named: ConnectionView['queues'] = connection.queues,
): ConnectionView => ({
  ...connection,
  ...changed,
  queues: changed.queueIds.flatMap((id) => named.find((queue) => queue.id === id) ?? []),
})

/** Whether every queue of the connection has its name. */
const isNamed = ({ queues, queueIds }: ConnectionView): boolean => queues.length === queueIds.length

/** A connection after one of its queues changed. */
export const fillQueueNames = (connection: ConnectionView, event: QueueEvent): ConnectionView => {
  const { queues } = connection
  const queueId = event.action === 'delete' ? event.queueId : event.queue.id
  if (!queues.some(({ id }) => id === queueId)) return connection
  if (event.action === 'delete') return { ...connection, queues: queues.filter(({ id }) => id !== queueId) }
  const { id, name, color, greetingMessage } = event.queue
  return {
    ...connection,
    queues: queues.map((queue) => (queue.id === id ? { id, name, color, greetingMessage } : queue)),
  }
}

/** A connection after its session moved; QR text and passkey only where they were already asked for. */
export const applySessionEvent = (connection: ConnectionView, session: Session): ConnectionView => {
  if (connection.id !== session.id) return connection
  const { status, retries, updatedAt, qrcode, passkey } = session
  const secrets = connection.qrcode === undefined ? {} : { qrcode, passkey }
  return { ...connection, status, retries, updatedAt, ...secrets }
}

const patchList = ({ dispatch }: FeedContext, change: (list: ConnectionView[]) => ConnectionView[]) =>
  dispatch(connectionsApi.util.updateQueryData('listConnections', undefined, change))

const patchOne = (
  { dispatch }: FeedContext,
  id: number,
  change: (connection: ConnectionView) => ConnectionView,
) => dispatch(connectionsApi.util.updateQueryData('getConnection', id, change))

const patchConnections = (event: ConnectionEvent, context: FeedContext) => {
  patchList(context, (list) => applyConnectionEvent(list, event))
  if (event.action === 'delete') return
  const { whatsapp } = event
  patchOne(context, whatsapp.id, (connection) => mergeConnection(connection, whatsapp))
}

const patchSessions = ({ session }: ConnectionSessionEvent, context: FeedContext) => {
  patchList(context, (list) => list.map((connection) => applySessionEvent(connection, session)))
  patchOne(context, session.id, (connection) => applySessionEvent(connection, session))
}

const keepChanges = onFeedOverAnswers('whatsapp', patchConnections)
const keepSessions = onFeedOverAnswers('whatsappSession', patchSessions)
const keepNewer = {
  onQueryStarted: async (asked: unknown, lifecycle: Parameters<typeof keepChanges>[1]) => {
    await Promise.all([keepChanges(asked, lifecycle), keepSessions(asked, lifecycle)])
  },
}

connectionsApi.enhanceEndpoints({ endpoints: { listConnections: keepNewer, getConnection: keepNewer } })

onFeed('whatsapp', (event, context) => {
  if (event.action === 'delete') {
    context.dispatch(connectionsApi.util.invalidateTags([{ type: 'connections', id: event.whatsappId }]))
    return
  }
  const { whatsapp } = event
  // A queue whose name is not cached.
  const { data } = connectionsApi.endpoints.listConnections.select()(context.getState())
  const one = connectionsApi.endpoints.getConnection.select(whatsapp.id)(context.getState()).data
  const isStrange = [one, data?.find(({ id }) => id === whatsapp.id)].some(
    (known) => known && !isNamed(known),
  )
  if (isStrange) context.dispatch(connectionsApi.util.invalidateTags(['connections']))
})

onFeed('queue', (event, context) => {
  patchList(context, (list) => list.map((connection) => fillQueueNames(connection, event)))
  for (const id of connectionsApi.util.selectCachedArgsForQuery(context.getState(), 'getConnection'))
    patchOne(context, id, (connection) => fillQueueNames(connection, event))
})
