import type {
  Access,
  AccessOf,
  AnyEndpoint,
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  RateClass,
} from '@balcao/contracts'
import { keepsAnswers } from '@balcao/contracts'
import type { JsonText, KnownApiKey, ServiceName, ServicePorts, Session } from '@balcao/kernel'
import { AppError } from '@balcao/kernel'
import express, { type Request, type Response, type Router } from 'express'
import type { AnyObject, ObjectSchema } from 'yup'

import { createEntitlements, type Entitlements } from '../grpc/entitlements'
import { serverSpan, traceFields } from '../telemetry/tracing'
import { authorize, readBearerToken } from './access'
import { sendAnswer, sendError } from './answers'
import { countApiKey } from './api-key-rate'
import { createApiKeyUse } from './api-key-use'
import { getEdgeSettings, type ActiveEdgeSettings } from './edge-settings'
import { readJsonBody } from './json-body'
import { readFormBody, type UploadedFile } from './form-body'
import { applyHandling } from './handling'
import { IgnoredFields } from './ignored-fields'
import { readIdempotencyKey, serveOnce } from './keyed-requests'
import { moveRepeatedTexts } from './lenient-body'
import { isMultipart } from './multipart'
import { countedAddress } from './network-prefix'
import type { RateLimits } from './rate-limits'
import { readRequestId } from './request-id'
import { validateBody, validateTexts } from './validate'

/** A validated request. */
export interface EdgeRequest<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  session: AccessOf<E> extends 'public' | 'api-token' ? undefined : Session
  /** That the session comes from; undefined for all other callers. */
  apiKey: KnownApiKey | undefined
  files: UploadedFile[]
  ip: string
  /** For handlers with rate limits of their own. */
  rateLimits: RateLimits
  /** What a file may have at most. */
  maxUploadBytes: number
  requestId: string
  /** Of a lenient reading: what of the request was not read. For handlers that validate a part of the body again. */
  ignored: IgnoredFields | undefined
  raw: Request
  /** For cookies and streams. After the handler ended it, the return value is not sent. */
  res: Response
}

export type Handler<E, R> = (request: EdgeRequest<E>) => Promise<R>

/** Owner of an API token. Rate limits are counted by `id`. */
export interface TokenCaller {
  id: number
}

/** Who shows a token, before it is known whose it is: for limits of guesses. */
export interface TokenBearer {
  /** As `countedAddress` has it. */
  address: string
  rateLimits: RateLimits
}

/** A handler of an `api-token` endpoint, with the token's owner. */
export type TokenHandler<E, C, R> = (request: EdgeRequest<E> & { caller: C }) => Promise<R>

export interface HttpEdge {
  /** Mount it as the service's `http`. */
  router: Router
  /** Serves the endpoint: checks rate, session, role, due date, plan, params, query and body, then calls `handler`. */
  route<
    P extends Shape,
    Q extends Shape,
    B extends Shape,
    A extends Exclude<Access, 'api-token'>,
    R,
    Out extends R | JsonText<R> | NothingFor<R>,
  >(
    endpoint: Endpoint<P, Q, B, A, R>,
    handler: Handler<Endpoint<P, Q, B, A, R>, Out>,
  ): void
  /**
   * Serves an `api-token` endpoint. `identify` returns the token's owner, or throws, before the request is
   * validated and before its body is read.
   */
  routeByToken<
    P extends Shape,
    Q extends Shape,
    B extends Shape,
    C extends TokenCaller,
    R,
    Out extends R | JsonText<R> | NothingFor<R>,
  >(
    endpoint: Endpoint<P, Q, B, 'api-token', R>,
    identify: (token: string, bearer: TokenBearer) => Promise<C>,
    handler: TokenHandler<Endpoint<P, Q, B, 'api-token', R>, C, Out>,
  ): void
  /**
   * Serves a path that is no endpoint of the contracts, because another product says how it is called. The handler identifies the caller,
   * reads the body and answers; calls that it refuses are counted by address.
   */
  plain(method: 'get' | 'post', path: string, handler: PlainHandler): void
}

/** Answers by itself; what it throws is answered as every error is. */
export type PlainHandler = (request: Request, response: Response) => Promise<void>

/* Handlers of an endpoint without an answer return nothing. */
type NothingFor<R> = undefined extends R ? void : never
type Shape = ObjectSchema<AnyObject>

interface Caller {
  session: Session | undefined
  /** Of an `api-token` endpoint. */
  caller: TokenCaller | undefined
  /** That the session comes from. */
  apiKey: KnownApiKey | undefined
}

/** Identifies the caller from the headers alone. */
type Identify = (request: Request, response: Response) => Promise<Caller>

const BODY_LIMIT_BYTES = 1024 * 1024

const addressKey = (request: Request): string => `ip:${countedAddress(request.ip ?? '')}`

function rateKey(rate: RateClass, request: Request, { session, caller, apiKey }: Caller): string {
  if (apiKey && rate !== 'import') return `api-key:${apiKey.id}`
  if (session) return rate === 'import' ? `company:${session.companyId}` : `user:${session.userId}`
  return caller ? `token:${caller.id}` : addressKey(request)
}

interface Exchange {
  request: Request
  response: Response
  endpoint: AnyEndpoint
  settings: ActiveEdgeSettings
  ports: ServicePorts
}

const identifyAnonymous: Identify = () =>
  Promise.resolve({ session: undefined, caller: undefined, apiKey: undefined })

const identifyBySession =
  (
    ports: ServicePorts,
    entitlements: Entitlements,
    endpoint: AnyEndpoint,
    reportUse: (key: KnownApiKey) => void,
  ): Identify =>
  async (request, response) => {
    const { session, apiKey } = await authorize(ports, entitlements, endpoint, request)
    if (apiKey) {
      const { rateLimits } = getEdgeSettings(request.app)
      await countApiKey({ rateLimits, entitlements }, apiKey, response)
      reportUse(apiKey)
    }
    return { session, caller: undefined, apiKey }
  }

const identifyByToken =
  (identify: (token: string, bearer: TokenBearer) => Promise<TokenCaller>): Identify =>
  async (request) => {
    const token = readBearerToken(request)
    if (token === undefined) throw new AppError('ERR_UNAUTHORIZED')
    const { rateLimits } = getEdgeSettings(request.app)
    const bearer = { address: countedAddress(request.ip ?? ''), rateLimits }
    return { session: undefined, caller: await identify(token, bearer), apiKey: undefined }
  }

/**
 * Identifies the caller. Until then a costly request (files, a token lookup in the database) is counted by address;
 * afterwards by user or token.
 */
async function admit(pass: Exchange, rate: RateClass, identify: Identify): Promise<Caller> {
  const { request, response, endpoint, settings } = pass
  const isCostly = endpoint.access === 'api-token' || rate === 'upload' || rate === 'import'
  if (isCostly) await settings.rateLimits.consume('stranger', addressKey(request))
  const isPublic = endpoint.access === 'public'
  // The login handler counts by itself: it knows the account and the device.
  if (isPublic && rate !== 'login') await settings.rateLimits.consume(rate, addressKey(request))
  const caller = await identify(request, response)
  if (isCostly) await settings.rateLimits.reward('stranger', addressKey(request))
  if (!isPublic) await settings.rateLimits.consume(rate, rateKey(rate, request, caller))
  return caller
}

const wrapArray = ({ arrayField }: AnyEndpoint, body: unknown): unknown =>
  arrayField !== undefined && Array.isArray(body) ? { [arrayField]: body } : body

async function serve(
  pass: Exchange,
  identify: Identify,
  handler: (request: never) => Promise<unknown>,
): Promise<void> {
  const { request, response, endpoint, settings } = pass
  const uploads = isMultipart(request) ? endpoint.uploads : undefined
  const rate = endpoint.rate ?? (uploads ? (uploads.rate ?? 'upload') : 'default')
  const caller = await admit(pass, rate, identify)
  response.locals.session = caller.session
  response.locals.apiKeyId = caller.apiKey?.id
  const ignored = applyHandling(request, response) === 'lenient' ? new IgnoredFields() : undefined
  const params = endpoint.params ? await validateTexts(endpoint.params, request.params) : {}
  const query = endpoint.query ? await validateTexts(endpoint.query, request.query, ignored) : {}
  const form = await readFormBody(request, response, endpoint, settings)
  try {
    const raw = form
      ? ignored && endpoint.body
        ? moveRepeatedTexts(endpoint.body, form.body)
        : form.body
      : endpoint.body
        ? wrapArray(endpoint, await readJsonBody(request, endpoint.bodyLimitBytes ?? BODY_LIMIT_BYTES))
        : {}
    const body = endpoint.body ? await validateBody(endpoint.body, raw, ignored) : {}
    ignored?.tell(response)
    const handed = {
      params,
      query,
      body,
      ...caller,
      files: form?.files ?? [],
      ip: request.ip ?? '',
      rateLimits: settings.rateLimits,
      maxUploadBytes: settings.maxUploadBytes,
      requestId: readRequestId(response),
      ignored,
      raw: request,
      res: response,
    }
    const work = () => handler(handed as never)
    const key = keepsAnswers(endpoint) ? readIdempotencyKey(request) : undefined
    if (key !== undefined && caller.session) {
      const keyed = { key, session: caller.session, apiKeyId: caller.apiKey?.id, raw, files: handed.files }
      return await serveOnce(pass, keyed, work)
    }
    await sendAnswer(request, response, endpoint.status ?? 200, await work())
  } finally {
    await form?.discard()
  }
}

/**
 * The HTTP edge of one service. Routes are data (`endpoint()` in the contracts); the order of checks is the same
 * for all of them, and every refusal has a code of the catalogue.
 */
export function createHttpEdge(ports: ServicePorts, service: ServiceName): HttpEdge {
  const router = express.Router({ caseSensitive: true, strict: false })
  const entitlements = createEntitlements(ports)
  const reportUse = createApiKeyUse(ports)
  const answerAt = (method: AnyEndpoint['method'], path: string, work: PlainHandler) => {
    const name = `${method.toUpperCase()} ${path}`
    router[method](path, async (request: Request, response: Response) => {
      response.locals.route = path
      response.locals.service = service
      try {
        await serverSpan(
          name,
          () => request.headers,
          { 'http.route': path },
          async () => {
            response.locals.trace = traceFields()
            await work(request, response)
          },
        )
      } catch (error) {
        await sendError(request, response, error)
      }
    })
  }
  const mount = (endpoint: AnyEndpoint, identify: Identify, handler: (request: never) => Promise<unknown>) =>
    answerAt(endpoint.method, endpoint.path, async (request, response) => {
      const pass: Exchange = { request, response, endpoint, settings: getEdgeSettings(request.app), ports }
      await serve(pass, identify, handler)
    })
  return {
    router,
    route: (endpoint, handler) => {
      const isPublic = endpoint.access === 'public'
      mount(
        endpoint,
        isPublic ? identifyAnonymous : identifyBySession(ports, entitlements, endpoint, reportUse),
        handler,
      )
    },
    routeByToken: (endpoint, identify, handler) => mount(endpoint, identifyByToken(identify), handler),
    plain: (method, path, handler) =>
      answerAt(method, path, async (request, response) => {
        const { rateLimits } = getEdgeSettings(request.app)
        await rateLimits.consume('stranger', addressKey(request))
        await handler(request, response)
        await rateLimits.reward('stranger', addressKey(request))
      }),
  }
}
