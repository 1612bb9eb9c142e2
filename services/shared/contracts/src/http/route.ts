import type { AnyObject, InferType, ObjectSchema } from 'yup'

export type Method = 'get' | 'post' | 'put' | 'delete'

/** The schema of an object: of a body, a query or a path's parameters. */
export type Shape = ObjectSchema<AnyObject>

declare const ignoredBrand: unique symbol

/** The type of a field that callers may send and the server never reads. */
export interface Ignored {
  readonly [ignoredBrand]: true
}

type WithoutIgnored<T> = T extends readonly (infer Item)[]
  ? WithoutIgnored<Item>[]
  : T extends object
    ? { [K in keyof T as NonNullable<T[K]> extends Ignored ? never : K]: WithoutIgnored<T[K]> }
    : T

type OptionalKeys<T, Defaults> = {
  [K in keyof T]: undefined extends T[K]
    ? K
    : K extends keyof Defaults
      ? undefined extends Defaults[K]
        ? never
        : K
      : never
}[keyof T]

type SentFields<T, Defaults> = {
  [K in Exclude<keyof T, OptionalKeys<T, Defaults>>]: T[K]
} & {
  [K in OptionalKeys<T, Defaults>]?: T[K]
}

/**
 * What a caller sends where the server reads `S`: fields with a default are optional, ignored fields are left out.
 * In a query numbers, booleans and lists are sent as text (`queryText`).
 */
export type Sent<S extends Shape> = SentFields<WithoutIgnored<InferType<S>>, S['__default']>

/** What travels over a route. */
export interface Exchange {
  query?: object
  body?: object
  answer?: unknown
}

/**
 * Method and path of one endpoint, and the types of what travels over it. No validation: the web client is made from
 * these, and `endpoint()` adds what the server checks.
 */
export interface Route<Path extends string = string, T extends Exchange = Exchange> {
  readonly method: Method
  /** Express path: `/tickets/:ticketId`. */
  readonly path: Path
  /** Carries the types; never set. */
  readonly types?: T
}

/** Declares a route: `route('get', '/tickets/:ticketId').with<{ answer: TicketView }>()`. */
export const route = <const Path extends string>(method: Method, path: Path) => ({
  with: <T extends Exchange>(): Route<Path, T> => ({ method, path }),
})

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The names of a path's parameters: `'ticketId'` of `/tickets/:ticketId/read`. */
export type PathNames<R> = R extends Route<infer Path> ? NamesIn<Path> : never

/** What a caller gives for a path's parameters. */
export type PathValues<R> = Record<PathNames<R>, string | number>

type TypesOf<R> = R extends { types?: infer T } ? NonNullable<T> : never
export type SentQuery<R> = TypesOf<R> extends { query: infer Q extends object } ? Q : undefined
export type SentBody<R> = TypesOf<R> extends { body: infer B extends object } ? B : undefined
export type Answer<R> = TypesOf<R> extends { answer: infer A } ? A : undefined

/** Fills a path's `:names`, each encoded. */
export const fillPath = <R extends { path: string }>(
  { path }: R,
  values: Record<string, string | number> = {},
): string => path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(values[name])))

/** A value of a query as the server reads it: lists are JSON arrays, all else is its text. */
export const queryText = (value: unknown): string =>
  Array.isArray(value) ? JSON.stringify(value) : String(value)
