export interface FakeCall {
  method: string
  path: string
  authorization: string | null
  headers: Headers
  body: string
}

export interface FakeAnswer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/* How many tests have ended: an answer that comes after its test reaches nobody, or it would change the next one's module state. */
let ended = 0
export const endCalls = (): void => {
  ended += 1
}
const NEVER = new Promise<never>(() => undefined)

/**
 * A fake fetch: `answer` decides each call; 'unreachable' fails like a lost connection.
 * `calls` is what was asked, in order.
 */
export const fakeFetch = (
  answer: (call: FakeCall, index: number) => FakeAnswer | 'unreachable' | Promise<FakeAnswer>,
) => {
  const calls: FakeCall[] = []
  const fetchFn = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const ownTest = ended
    const request = new Request(input, init)
    const url = new URL(request.url)
    const call: FakeCall = {
      method: request.method,
      path: url.pathname + url.search,
      authorization: request.headers.get('authorization'),
      headers: request.headers,
      body: await request.text(),
    }
    calls.push(call)
    const answered = await answer(call, calls.length - 1)
    if (ended !== ownTest) return NEVER
    if (answered === 'unreachable') throw new TypeError('Failed to fetch')
    const { status = 200, body, headers } = answered
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
  return { fetchFn, calls }
}
