import { AppError, type Session, type SessionDirectory } from '@balcao/kernel'
import {
  ServerInterceptingCall,
  type Metadata,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js'

import { createLogger } from '../telemetry/logger'
import { counter } from '../telemetry/metrics'
import { readCaller, readSession } from './call-metadata'
import { isAllowedCaller, rpcAccess, type AccessRow, type RpcCaller } from './rpc-access'
import { parseIdentity, type RpcIdentity } from './rpc-identity'
import { toStatus } from './rpc-errors'

const log = createLogger('rpc')
const refusals = counter('balcao_rpc_refused_total', 'gRPC calls of services that may not make them')

/* They expose no company data; reflection is only served when configured. */
const FOR_ALL = /^\/grpc\.(health|reflection)\./

export interface GuardOptions {
  /** Of this process; undefined without TLS. */
  identity: RpcIdentity | undefined
  /** Resolves the sessions that callers name. */
  sessions?: Pick<SessionDirectory, 'resolve'>
}

const forbidden = (detail: string) => new AppError('ERR_NO_PERMISSION', { detail })

/**
 * The calling services: those in the certificate. Without TLS the caller's claim is used, and
 * a caller without one is accepted: only processes of our own account reach a socket in our folder, and over a network
 * without TLS a name would prove nothing.
 */
function readCallingServices(
  { identity }: GuardOptions,
  call: ServerInterceptingCallInterface,
  metadata: Metadata,
): readonly string[] | 'unnamed' {
  if (!identity) {
    const caller = readCaller(metadata)
    return caller === undefined ? 'unnamed' : [caller]
  }
  const shown = parseIdentity(call.getAuthContext().sslPeerCertificate?.subjectaltname)
  return shown?.installation === identity.installation ? shown.services : []
}

async function resolveSession({ sessions }: GuardOptions, metadata: Metadata): Promise<Session | undefined> {
  const claims = readSession(metadata)
  if (claims === undefined) return undefined
  if (claims === 'malformed' || !sessions) throw forbidden('the session cannot be looked up')
  return sessions.resolve(claims)
}

/* A super user's session may ask about any company, as over HTTP. */
function assertSameCompany(request: unknown, session: Session): void {
  const isOfCompany = typeof request === 'object' && request !== null && 'companyId' in request
  if (isOfCompany && request.companyId !== session.companyId && !session.super)
    throw forbidden('the session is of another company')
}

async function authorizeRequest(
  options: GuardOptions,
  row: AccessRow,
  asked: { request: unknown; metadata: Metadata; services: readonly string[] },
): Promise<void> {
  const session = await resolveSession(options, asked.metadata)
  if (session) assertSameCompany(asked.request, session)
  else if (row.needsSession) throw forbidden('a session must stand behind this call')
  const caller: RpcCaller = { services: asked.services, session }
  if (row.mayAsk && !row.mayAsk(asked.request, caller)) throw forbidden('not this caller’s to ask')
}

/** Passes a call to its handler when `rpcAccess` lists its caller, and its session is of the company it asks about. */
export function authorizeCalls(options: GuardOptions): ServerInterceptor {
  return ({ path }, call) => {
    if (FOR_ALL.test(path)) return new ServerInterceptingCall(call)
    const row = rpcAccess[path.slice(1)]
    let asked: { metadata: Metadata; services: readonly string[] } | undefined
    const refuse = (error: unknown, services: readonly string[] = []) => {
      refusals.add(1, { method: path })
      log.warn({ method: path, caller: services.join(','), err: error }, 'call refused')
      call.sendStatus(toStatus(error))
    }
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            const services = readCallingServices(options, call, metadata)
            if (services !== 'unnamed') {
              if (!row || !isAllowedCaller(row, services))
                return refuse(forbidden('not among its callers'), services)
              asked = { metadata, services }
            }
            pass(metadata)
          },
          onReceiveMessage: (request, pass) => {
            if (!row || !asked) return pass(request)
            const { services } = asked
            authorizeRequest(options, row, { ...asked, request }).then(
              () => pass(request),
              (error: unknown) => refuse(error, services),
            )
          },
        }),
    })
  }
}
