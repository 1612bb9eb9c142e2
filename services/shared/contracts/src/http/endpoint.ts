import type { InferType } from 'yup'

import type { ErrorCode } from '../errors/error-codes'
import type { EndpointTag } from './endpoint-tags'
import type { PlanFlag } from './plans.routes'
import type { Exchange, Method, PathNames, Route, Sent, Shape } from './route'

/**
 * Who may call. `user` is anyone logged in; `admin` also lets super users in; `api-token` is a connection's
 * token; `public` needs nothing.
 */
export type Access = 'public' | 'user' | 'admin' | 'super' | 'api-token'

/** Rate classes, with their limits in platform's edge. */
export type RateClass =
  | 'login'
  | 'signup'
  | 'reset-request'
  | 'reset'
  | 'integration-test'
  | 'send-api'
  | 'upload'
  | 'import'
  | 'search'
  | 'default'

export interface Uploads {
  /** Multipart field that carries the files. */
  field: string
  maxCount: number
  /** A text field with the body's fields as JSON. */
  body?: string
  /** Of requests with files, where the endpoint has none: `upload` unless said. */
  rate?: RateClass
}

/** What the server checks of a request, and what the OpenAPI document says of it. */
export interface Checks<P extends Shape, Q extends Shape, B extends Shape, A extends Access> {
  access: A
  /** 403 ERR_PLAN_FEATURE_DISABLED unless the company's plan has it. */
  plan?: PlanFlag
  /** False: API keys are never taken, whatever the scopes of its group. `any`: every API key is, whatever its scopes. */
  apiKey?: false | 'any'
  /** Works past the due date (login, logout, own plan, paying). Default: 402. */
  pastDue?: boolean
  rate?: RateClass
  params?: P
  query?: Q
  body?: B
  /** The body may also be multipart/form-data with these files; other fields are checked by `body`. */
  uploads?: Uploads
  /** A JSON array in place of the body is this field of it. */
  arrayField?: string
  /** Largest JSON body; 1 MiB unless said. */
  bodyLimitBytes?: number
  /** HTTP status of success; 200 unless said. */
  status?: number
  /** Media type of a file that is answered in place of JSON. */
  file?: string
  /** A request with `Idempotency-Key` takes effect once. */
  idempotent?: boolean
  tag: EndpointTag
  summary: string
  /** Codes of the catalogue besides the general ones. */
  errors?: readonly ErrorCode[]
}

/**
 * One route with what the server checks: validation, OpenAPI, the server's checks and the tests all use this one
 * table. `params` are strict. `query` and `body` are read by the request's handling: strictly a wrong type is refused, an
 * unknown body field too; leniently what forms send for nothing is converted and unknown fields are ignored.
 */
export interface Endpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends Access,
  R,
> extends Checks<P, Q, B, A> {
  method: Method
  /** Express path: `/tickets/:ticketId`. */
  path: string
  /** Carries the answer's type; never set. */
  readonly answer?: R
}

export type AnyEndpoint = Endpoint<Shape, Shape, Shape, Access, unknown>

/* What a handler reads, after defaults. What a caller sends is in the route: SentQuery, SentBody. */
export type ParamsOf<E> = E extends { params?: infer P extends Shape } ? InferType<P> : Record<string, never>
export type QueryOf<E> = E extends { query?: infer Q extends Shape } ? InferType<Q> : Record<string, never>
export type BodyOf<E> = E extends { body?: infer B extends Shape } ? InferType<B> : Record<string, never>
export type AccessOf<E> = E extends { access: infer A } ? A : never

/* Absent in the checks: the type parameter is its constraint. */
type IsAbsent<S> = Shape extends S ? true : false
type IsSame<X, Y> = [X, keyof X] extends [Y, keyof Y]
  ? [Y, keyof Y] extends [X, keyof X]
    ? true
    : false
  : false

type SentOr<S extends Shape> = IsAbsent<S> extends true ? object : Sent<S>
type Declared<T, K extends keyof Exchange> = T extends { [key in K]: infer X } ? X : object
type NamesOf<S extends Shape> = IsAbsent<S> extends true ? never : keyof InferType<S> & string

/** `unknown`, or a type that no definition has: the route and its schemas say different things. */
type Agrees<Path extends string, T, P extends Shape, Q extends Shape, B extends Shape> = (IsSame<
  NamesOf<P>,
  PathNames<Route<Path>>
> extends true
  ? unknown
  : { params: 'the schema has other names than the path' }) &
  (IsSame<SentOr<Q>, Declared<T, 'query'>> extends true
    ? unknown
    : { query: 'the route declares another query' }) &
  (IsSame<SentOr<B>, Declared<T, 'body'>> extends true
    ? unknown
    : { body: 'the route declares another body' })

/** A route with its checks. Does not compile when path, query or body of the route and the schemas differ. */
export const endpoint = <
  Path extends string,
  T extends Exchange,
  A extends Access,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
>(
  route: Route<Path, T>,
  checks: Checks<P, Q, B, A> & Agrees<Path, T, P, Q, B>,
): Endpoint<P, Q, B, A, T['answer']> => ({
  ...(checks as Checks<P, Q, B, A>),
  method: route.method,
  path: route.path,
})

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'access' in value &&
  'summary' in value

/** The endpoints among a module's exports. */
export const listEndpoints = (exports: Record<string, unknown>): AnyEndpoint[] =>
  Object.values(exports).filter(isEndpoint)
