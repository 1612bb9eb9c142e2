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

/**
 * A fake fetch: `answer` decides each call; 'unreachable' fails like a lost connection.
 * `calls` is what was asked, in order.
 */
export const fakeFetch = (
  answer: (call: FakeCall, index: number) => FakeAnswer | 'unreachable' | Promise<FakeAnswer>,
) => {
  const calls: FakeCall[] = []
  const fetchFn = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
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
    if (answered === 'unreachable') throw new TypeError('Failed to fetch')
    const { status = 200, body, headers } = answered
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
  return { fetchFn, calls }
}
