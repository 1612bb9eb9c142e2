import {
  answerPasskey as answerPasskeyEndpoint,
  companyId as toCompanyId,
  confirmPasskey as confirmPasskeyEndpoint,
  connectionId,
  connectionProviders,
  createConnection as createEndpoint,
  deleteConnection as deleteEndpoint,
  endSession,
  getConnection,
  listConnections,
  listProviders,
  requestNewQr,
  replaceConnectionToken as replaceTokenEndpoint,
  requestPairingCode as pairingEndpoint,
  startSession,
  updateConnection as updateEndpoint,
  type CompanyId,
  type ConnectionView,
  type PasskeyStepView,
} from '@balcao/contracts'
import { connectionView } from '@balcao/contracts/wire'
import { AppError, isAdmin, SECOND, type Session } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import type { SessionDirectory } from '../sessions'
import { commandSession } from './command-session'
import type { Connection } from './connection'
import type { ConnectionDeps } from './connection-deps'
import { connectionSnapshot } from './connection-events'
import { createConnection } from './create-connection'
import { deleteConnection } from './delete-connection'
import { readConnection } from './read-connection'
import { replaceToken } from './replace-token'
import { answerPasskey, confirmPasskey } from './answer-passkey'
import { requestPairingCode } from './request-pairing-code'
import { withTokenLimit, type TokenCounters } from './short-tokens'
import { updateConnection } from './update-connection'

interface RouteDeps extends ConnectionDeps {
  directory: SessionDirectory
  /** Reports that tickets did not answer; the connections are answered without queue names. */
  queuesUnknown(error: AppError): void
}

type Queues = Map<number, ConnectionView['queues'][number]>

/* A refused connection fails at once; a busy service has this long before the page opens without names. */
const NAMES_DEADLINE_MS = 10 * SECOND

/* Empty while tickets does not answer: the page must open without it. */
async function findQueues(
  deps: RouteDeps,
  { session, companyId = session.companyId }: { session: Session; companyId?: CompanyId },
  connections: readonly Connection[],
): Promise<Queues> {
  const ids = [...new Set(connections.flatMap((connection) => connection.queueIds))]
  if (ids.length === 0) return new Map()
  try {
    const { queues } = await deps.rpc.tickets.getQueues(
      { companyId, ids },
      { session, deadlineMs: NAMES_DEADLINE_MS },
    )
    return new Map(
      queues.map(({ id, name, color, greetingMessage }) => [id, { id, name, color, greetingMessage }]),
    )
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error
    deps.queuesUnknown(error)
    return new Map()
  }
}

function toView(connection: Connection, queues: Queues): ConnectionView {
  const named = connection.queueIds.flatMap((id) => queues.get(id) ?? [])
  return connectionView(connectionSnapshot(connection), named)
}

const passkeyView = (passkey: Connection['passkey']): PasskeyStepView | null =>
  passkey && { ...passkey, until: passkey.until.toISOString() }

/** Secrets are for administrators, and in the answer for a single connection only. */
const withSecrets = (view: ConnectionView, connection: Connection, session: Session): ConnectionView =>
  isAdmin(session)
    ? {
        ...view,
        qrcode: connection.qrcode,
        passkey: passkeyView(connection.passkey),
        tokenEnd: connection.tokenEnd,
      }
    : view

/* A super user may read another company's list; for other users the parameter is ignored. */
function chooseCompany(session: Session, asked: string | undefined): CompanyId {
  return session.super && asked && /^[1-9]\d{0,8}$/.test(asked)
    ? toCompanyId(Number(asked))
    : session.companyId
}

function sessionRoutes(edge: HttpEdge, deps: RouteDeps): void {
  edge.route(startSession, async ({ session, params }) => {
    await commandSession(deps, session.companyId, connectionId(params.whatsappId), 'restart')
    return { message: 'Starting session' }
  })

  edge.route(requestNewQr, async ({ session, params }) => {
    await commandSession(deps, session.companyId, connectionId(params.whatsappId), 'reset')
    return { message: 'Requesting a new QR code' }
  })

  edge.route(endSession, async ({ session, params }) => {
    await commandSession(deps, session.companyId, connectionId(params.whatsappId), 'logout')
    return { message: 'Session disconnected' }
  })

  edge.route(pairingEndpoint, async ({ session, params, body }) => ({
    code: await requestPairingCode(deps, session.companyId, connectionId(params.whatsappId), body.number),
  }))

  edge.route(answerPasskeyEndpoint, async ({ session, params, body }) => {
    await answerPasskey(deps, session.companyId, connectionId(params.whatsappId), body)
    return { message: 'Passkey accepted' }
  })

  edge.route(confirmPasskeyEndpoint, async ({ session, params }) => {
    await confirmPasskey(deps, session.companyId, connectionId(params.whatsappId))
    return { message: 'Passkey confirmed' }
  })
}

export function connectionRoutes(edge: HttpEdge, deps: RouteDeps): void {
  edge.route(listConnections, async ({ session, query }) => {
    const companyId = chooseCompany(session, query.companyId)
    const connections = await deps.db.withTenant(companyId, (tx) => deps.connections.list(tx, companyId))
    const queues = await findQueues(deps, { session, companyId }, connections)
    return connections.map((connection) => toView(connection, queues))
  })

  edge.route(getConnection, async ({ session, params }) => {
    const { companyId } = session
    const connection = await deps.db.withTenant(companyId, (tx) =>
      readConnection(deps.connections, tx, companyId, connectionId(params.whatsappId)),
    )
    return withSecrets(
      toView(connection, await findQueues(deps, { session }, [connection])),
      connection,
      session,
    )
  })

  /* Whether another company has a token shows when it is entered. */
  const withEntered = <T>(
    { session, rateLimits }: { session: Session; rateLimits: TokenCounters },
    token: string | undefined,
    work: () => Promise<T>,
  ): Promise<T> =>
    withTokenLimit(rateLimits, { token: token ?? '', key: `company:${session.companyId}` }, work)

  edge.route(createEndpoint, async (request) => {
    const { session, body } = request
    const { connection, token } = await withEntered(request, body.token, () =>
      createConnection(deps, session, body),
    )
    return { ...toView(connection, await findQueues(deps, { session }, [connection])), token }
  })

  edge.route(updateEndpoint, async (request) => {
    const { session, params, body } = request
    const connection = await withEntered(request, body.token, () =>
      updateConnection(deps, session, connectionId(params.whatsappId), body),
    )
    return toView(connection, await findQueues(deps, { session }, [connection]))
  })

  edge.route(replaceTokenEndpoint, async ({ session, params }) => ({
    token: await replaceToken(deps, session.companyId, connectionId(params.whatsappId)),
  }))

  edge.route(deleteEndpoint, async ({ session, params }) => {
    await deleteConnection(deps, session.companyId, connectionId(params.whatsappId))
    return { message: 'WhatsApp deleted' }
  })

  edge.route(listProviders, () =>
    Promise.resolve({
      providers: connectionProviders.filter((provider) => deps.hasDriver(provider)),
      default: deps.defaultProvider,
    }),
  )

  sessionRoutes(edge, deps)
}
