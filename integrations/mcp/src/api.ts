import createClient, { type Client } from 'openapi-fetch'

import errors from './gen/errors.json'
import type { components, paths } from './gen/api'

export type Api = Client<paths>
export type ApiKey = components['schemas']['ApiKeyView']
export type Scope = ApiKey['scopes'][number]

type Refusal = components['schemas']['Error']

/** What a language model is told when a tool did not do what was asked. */
export class ToolError extends Error {
  constructor(
    message: string,
    /** Of the desk's answer; undefined where it gave none. */
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

const TIMEOUT_MS = 30_000

/** The API as one key may use it. A call that gets no answer within 30 s fails. */
export const createApi = (url: string, apiKey: string): Api =>
  createClient<paths>({
    baseUrl: url,
    headers: { authorization: `Bearer ${apiKey}`, prefer: 'handling=strict' },
    fetch: async (request) => {
      try {
        return await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      } catch (cause) {
        throw new ToolError(`The desk at ${url} did not answer.`, undefined, { cause })
      }
    },
  })

const words: Readonly<Record<string, string | undefined>> = errors

/* `error` of a conflict is the other ticket as JSON. */
function readCode({ error, code }: Refusal): string {
  if (code !== undefined) return code
  return error.startsWith('{') ? 'ERR_OTHER_OPEN_TICKET' : error
}

/** `ERR_VALIDATION: words of the catalogue`, and what a caller can do something about: fields, the missing scope, how long to wait. */
export function describeRefusal(refusal: Refusal, retryAfter: string | null): string {
  const code = readCode(refusal)
  const fields = Object.entries(refusal.fields ?? {}).map(([name, fault]) => `${name}: ${fault}`)
  return [
    `${code}: ${words[code] ?? ''}`,
    ...fields,
    ...(refusal.scope === undefined ? [] : [`The API key lacks the scope ${refusal.scope}.`]),
    ...(retryAfter === null ? [] : [`Try again in ${retryAfter} s.`]),
  ].join('\n')
}

/**
 * What the API answered.
 * @throws {ToolError} with the catalogue's words when it refused
 */
export async function readAnswer<T>(
  calling: Promise<{ data?: T; error?: Refusal | undefined; response: Response }>,
): Promise<T> {
  const { data, error, response } = await calling
  if (data !== undefined) return data
  // What is between the desk and us answers with pages.
  const { status, headers } = response
  if (typeof error?.error !== 'string') throw new ToolError(`The desk answered ${status}.`, status)
  throw new ToolError(describeRefusal(error, headers.get('retry-after')), status)
}
