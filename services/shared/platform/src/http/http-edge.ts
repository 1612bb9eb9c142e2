import type { Access, AccessOf, AnyEndpoint, BodyOf, Endpoint, ParamsOf, QueryOf } from '@balcao/contracts'
import type { ServiceName, ServicePorts, Session } from '@balcao/kernel'
import { AppError } from '@balcao/kernel'
import express, { type Request, type Response, type Router } from 'express'
import type { AnyObject, ObjectSchema } from 'yup'

import { createEntitlements, type Entitlements } from '../grpc/entitlements'
import { serverSpan, traceFields } from '../telemetry/tracing'
import { authorize, bearerOf } from './access'
import { sendAnswer, sendError } from './answers'
import { edgeSettingsOf, type EdgeSettings } from './edge-settings'
import { readJsonBody } from './json-body'
import { formBodyOf, type UploadedFile } from './form-body'
import { requestIdOf } from './request-id'
import { validateBody, validateTexts } from './validate'

/** What a handler is handed: everything checked, nothing raw unless asked for. */
export interface EdgeRequest<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  session: AccessOf<E> extends 'public' | 'api-token' ? undefined : Session
  /** The bearer string of an `api-token` endpoint; the handler finds out whose it is. */
  apiToken: AccessOf<E> extends 'api-token' ? string : undefined
  files: UploadedFile[]
  ip: string
  requestId: string
  raw: Request
  /** For cookies and streams. What a handler that ended it returns is not sent. */
  res: Response
}

export type Handler<E, R> = (request: EdgeRequest<E>) => Promise<R>

export interface HttpEdge {
  /** Mount it as the service's `http`. */
  router: Router
  /** Serves the endpoint: checks rate, session, role, due date, plan, params, query and body, then calls `handler`. */
  route<
    P extends Shape,
    Q extends Shape,
    B extends Shape,
    A extends Access,
    R,
    Out extends R | NothingFor<R>,
  >(
    endpoint: Endpoint<P, Q, B, A, R>,
    handler: Handler<Endpoint<P, Q, B, A, R>, Out>,
  ): void
}

/* An endpoint without an answer has handlers that return nothing. */
type NothingFor<R> = undefined extends R ? void : never
type Shape = ObjectSchema<AnyObject>

interface Caller {
  session: Session | undefined
  apiToken: string | undefined
}

const BODY_LIMIT_BYTES = 1024 * 1024

const rateKey = (request: Request, caller: Caller): string =>
  caller.session
    ? `user:${caller.session.userId}`
    : caller.apiToken
      ? `token:${caller.apiToken}`
      : `ip:${request.ip ?? ''}`

const emailOf = (body: unknown): string => {
  const email: unknown = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined
  return typeof email === 'string' ? email.trim().toLowerCase() : ''
}

interface Pass {
  request: Request
  response: Response
  endpoint: AnyEndpoint
  settings: EdgeSettings
}

async function callerOf(
  ports: ServicePorts,
  entitlements: Entitlements,
  { endpoint, request }: Pass,
): Promise<Caller> {
  if (endpoint.access === 'public') return { session: undefined, apiToken: undefined }
  if (endpoint.access === 'api-token') {
    const apiToken = bearerOf(request)
    if (apiToken === undefined) throw new AppError('ERR_UNAUTHORIZED')
    return { session: undefined, apiToken }
  }
  return { session: await authorize(ports, entitlements, endpoint, request), apiToken: undefined }
}

/* Guessing is stopped before the password is looked at; only failures count against the address and the account. */
async function guardLogin(
  { settings, request }: Pass,
  body: unknown,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const account = emailOf(body)
  await settings.rateLimits.consume('login-account', account)
  const answer = await work()
  await settings.rateLimits.forgive('login-account', account)
  await settings.rateLimits.forgive('login', `ip:${request.ip ?? ''}`)
  return answer
}

async function serve<E extends AnyEndpoint>(
  ports: ServicePorts,
  entitlements: Entitlements,
  pass: Pass,
  handler: Handler<E, unknown>,
): Promise<void> {
  const { request, response, endpoint, settings } = pass
  const isPublic = endpoint.access === 'public'
  const rate = endpoint.rate ?? (endpoint.uploads && request.is('multipart/form-data') ? 'upload' : 'default')
  if (isPublic)
    await settings.rateLimits.consume(rate, rateKey(request, { session: undefined, apiToken: undefined }))
  const caller = await callerOf(ports, entitlements, pass)
  response.locals.session = caller.session
  if (!isPublic) await settings.rateLimits.consume(rate, rateKey(request, caller))
  const params = endpoint.params ? await validateTexts(endpoint.params, request.params) : {}
  const query = endpoint.query ? await validateTexts(endpoint.query, request.query) : {}
  const form = await formBodyOf(request, response, endpoint, settings)
  try {
    const raw = form
      ? form.body
      : endpoint.body
        ? await readJsonBody(request, endpoint.bodyLimitBytes ?? BODY_LIMIT_BYTES)
        : {}
    const body = endpoint.body ? await validateBody(endpoint.body, raw) : {}
    const handed = {
      params,
      query,
      body,
      ...caller,
      files: form?.files ?? [],
      ip: request.ip ?? '',
      requestId: requestIdOf(response),
      raw: request,
      res: response,
    }
    const call = async (): Promise<unknown> => handler(handed as unknown as EdgeRequest<E>)
    const answer = rate === 'login' ? await guardLogin(pass, body, call) : await call()
    await sendAnswer(request, response, endpoint.status ?? 200, answer)
  } finally {
    await form?.discard()
  }
}

/**
 * The HTTP edge of one service. Routes are data (`endpoint()` in the contracts); the order of checks is the same
 * for all of them and fails with codes of the catalogue only.
 */
export function createHttpEdge(ports: ServicePorts, service: ServiceName): HttpEdge {
  const router = express.Router({ caseSensitive: true, strict: false })
  const entitlements = createEntitlements(ports)
  return {
    router,
    route: (endpoint, handler) => {
      const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`
      router[endpoint.method](endpoint.path, async (request: Request, response: Response) => {
        response.locals.route = endpoint.path
        response.locals.service = service
        const pass: Pass = { request, response, endpoint, settings: edgeSettingsOf(request.app) }
        try {
          await serverSpan(
            name,
            () => request.headers,
            { 'http.route': endpoint.path },
            async () => {
              response.locals.trace = traceFields()
              await serve(ports, entitlements, pass, handler)
            },
          )
        } catch (error) {
          await sendError(request, response, error)
        }
      })
    },
  }
}
