import type { ConnectionEvent, ConnectionSessionEvent, ConnectionView } from '@balcao/contracts'

import { connectionsApi } from './connections.api'
import { onFeed, type FeedContext } from './live/handlers'

type Session = ConnectionSessionEvent['session']

/** The list after a connection changed: in place, a new one at the end (the list is by id). */
export const withConnection = (list: ConnectionView[], event: ConnectionEvent): ConnectionView[] => {
  if (event.action === 'delete') return list.filter(({ id }) => id !== event.whatsappId)
  const { whatsapp } = event
  return list.some(({ id }) => id === whatsapp.id)
    ? list.map((one) => (one.id === whatsapp.id ? { ...one, ...whatsapp } : one))
    : [...list, whatsapp]
}

/** A connection after its session moved; the QR text only where it was already asked for. */
export const withSession = (connection: ConnectionView, session: Session): ConnectionView => {
  if (connection.id !== session.id) return connection
  const { status, retries, updatedAt, qrcode } = session
  return { ...connection, status, retries, updatedAt, ...(connection.qrcode === undefined ? {} : { qrcode }) }
}

const patchList = ({ dispatch }: FeedContext, change: (list: ConnectionView[]) => ConnectionView[]) =>
  dispatch(connectionsApi.util.updateQueryData('listConnections', undefined, change))

const patchOne = (
  { dispatch }: FeedContext,
  id: number,
  change: (connection: ConnectionView) => ConnectionView,
) => dispatch(connectionsApi.util.updateQueryData('getConnection', id, change))

onFeed('whatsapp', (event, context) => {
  patchList(context, (list) => withConnection(list, event))
  if (event.action === 'update')
    patchOne(context, event.whatsapp.id, (connection) => ({ ...connection, ...event.whatsapp }))
})

onFeed('whatsappSession', ({ session }, context) => {
  patchList(context, (list) => list.map((connection) => withSession(connection, session)))
  patchOne(context, session.id, (connection) => withSession(connection, session))
})
