import {
  fillPath,
  queryText,
  type Answer,
  type PathNames,
  type PathValues,
  type Route,
  type SentBody,
  type SentQuery,
} from '@balcao/contracts'
import type { FetchArgs } from '@reduxjs/toolkit/query'

type PathPart<R> = [PathNames<R>] extends [never] ? { path?: undefined } : { path: PathValues<R> }

type QueryPart<R> = [SentQuery<R>] extends [undefined]
  ? { query?: undefined }
  : Record<never, never> extends SentQuery<R>
    ? { query?: SentQuery<R> }
    : { query: SentQuery<R> }

/** Files travel as a form, which has the fields of the body too. */
type BodyPart<R> = [SentBody<R>] extends [undefined]
  ? { body?: undefined }
  : Record<never, never> extends SentBody<R>
    ? { body?: SentBody<R> | FormData }
    : { body: SentBody<R> | FormData }

/** What one call of a route sends: the values of its path, its query and its body, as the route declares them. */
export type RequestParts<R> = PathPart<R> & QueryPart<R> & BodyPart<R>

/** The parts as an argument: optional where the route needs none. */
export type Parts<R> =
  Record<never, never> extends RequestParts<R> ? [parts?: RequestParts<R>] : [parts: RequestParts<R>]

interface AnyParts {
  path?: Record<string, string | number>
  query?: object
  body?: object
}

const toQueryTexts = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, queryText(value)]),
  )

const toFetchArgs = (route: Route, { path, query, body }: AnyParts): FetchArgs => {
  const request: FetchArgs = { url: fillPath(route, path), method: route.method.toUpperCase() }
  if (query) request.params = toQueryTexts(query)
  if (body) request.body = body
  return request
}

/** The request of one call, for `fetchBaseQuery`. */
export function buildRequest<R extends Route>(route: R, ...parts: Parts<R>): FetchArgs
export function buildRequest(route: Route, parts: AnyParts = {}): FetchArgs {
  return toFetchArgs(route, parts)
}

/** `query` and `transformResponse` of an RTK Query endpoint. */
export interface Call<Arg, Raw, Kept = Raw> {
  query: (arg: Arg) => FetchArgs
  transformResponse: (answer: Raw) => Kept
}

/**
 * An RTK Query endpoint from a route of the contracts: method, path, and the types of what is sent and answered.
 * @param parts what a call sends, from its argument; not needed where a route takes nothing.
 * @param keep what of the answer goes to the store; all of it unless given.
 */
export function endpoint<R extends Route>(route: R): Call<void, Answer<R>>
export function endpoint<R extends Route, Arg>(
  route: R,
  parts: (arg: Arg) => RequestParts<R>,
): Call<Arg, Answer<R>>
export function endpoint<R extends Route, Arg, Kept>(
  route: R,
  parts: (arg: Arg) => RequestParts<R>,
  keep: (answer: Answer<R>) => Kept,
): Call<Arg, Answer<R>, Kept>
export function endpoint(
  route: Route,
  parts: (arg: never) => AnyParts = () => ({}),
  keep: (answer: never) => unknown = (answer) => answer,
): Call<never, never, unknown> {
  return { query: (arg) => toFetchArgs(route, parts(arg)), transformResponse: keep }
}
