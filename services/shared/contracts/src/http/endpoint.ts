import type { AnyObject, InferType, ObjectSchema } from 'yup'

export type Method = 'get' | 'post' | 'put' | 'delete'

/**
 * Who may call. `user` is anyone logged in; `admin` also lets super users in; `api-token` is a connection's
 * token; `public` needs nothing.
 */
export type Access = 'public' | 'user' | 'admin' | 'super' | 'api-token'

export type PlanFlag =
  | 'useCampaigns'
  | 'useSchedules'
  | 'useInternalChat'
  | 'useExternalApi'
  | 'useKanban'
  | 'useOpenAi'
  | 'useIntegrations'

/** Rate classes, with their limits in platform's edge. */
export type RateClass = 'login' | 'signup' | 'refresh' | 'send-api' | 'upload' | 'search' | 'default'

type Shape = ObjectSchema<AnyObject>

export interface Uploads {
  /** Multipart field that carries the files. */
  field: string
  maxCount: number
}

/**
 * One route as data: validation, OpenAPI, the server's checks and the tests all walk this one table.
 * `params`, `query` and `body` are strict: a wrong type is refused, an unknown body field too.
 */
export interface Endpoint<P extends Shape, Q extends Shape, B extends Shape, A extends Access, R> {
  method: Method
  /** Express path: `/tickets/:ticketId`. */
  path: string
  access: A
  /** 403 ERR_PLAN_FEATURE_DISABLED unless the company's plan has it. */
  plan?: PlanFlag
  /** Works past the due date (login, logout, own plan, paying). Default: 402. */
  pastDue?: boolean
  rate?: RateClass
  params?: P
  query?: Q
  body?: B
  /** The body may also be multipart/form-data with these files; other fields are checked by `body`. */
  uploads?: Uploads
  /** Largest JSON body; 1 MiB unless said. */
  bodyLimitBytes?: number
  /** HTTP status of success; 200 unless said. */
  status?: number
  tag: string
  summary: string
  /** Codes of the catalogue besides the general ones. */
  errors?: readonly string[]
  /** Carries the answer's type; never set. */
  readonly answer?: R
}

export type AnyEndpoint = Endpoint<Shape, Shape, Shape, Access, unknown>

export type ParamsOf<E> = E extends { params?: infer P extends Shape } ? InferType<P> : Record<string, never>
export type QueryOf<E> = E extends { query?: infer Q extends Shape } ? InferType<Q> : Record<string, never>
export type BodyOf<E> = E extends { body?: infer B extends Shape } ? InferType<B> : Record<string, never>
export type AnswerOf<E> = E extends { answer?: infer R } ? R : never
export type AccessOf<E> = E extends { access: infer A } ? A : never

/** Declares an endpoint: `endpoint<TicketView>()({ method: 'get', … })`. */
export const endpoint =
  <R>() =>
  <A extends Access, P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape>(
    definition: Omit<Endpoint<P, Q, B, A, R>, 'answer'>,
  ): Endpoint<P, Q, B, A, R> =>
    definition

/** Fills a path's `:names`, each encoded. */
export const pathOf = (definition: { path: string }, params: Record<string, string | number> = {}): string =>
  definition.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])))
