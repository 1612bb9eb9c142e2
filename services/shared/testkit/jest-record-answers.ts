/*
 * Compares what desks answer to `fetch` with the API's document; the test whose answer differs fails. Loads the document at the
 * first such answer, so that unit tests stay fast. jest-environment.js puts `fetch` back after the file.
 */
const original = globalThis.fetch
const faults = new Set<string>()
const given = new Set<string>()

/* Our servers name each request; others that tests run do not. */
const isOfDesk = ({ headers, status }: Response) =>
  headers.has('x-request-id') && status !== 304 && !(headers.get('content-type') ?? '').includes('html')

async function record(input: string | URL | Request, init: RequestInit | undefined, response: Response) {
  const contentType = response.headers.get('content-type') ?? ''
  const isEmpty = response.headers.get('content-length') === '0' || response.status === 204
  const hasText = contentType.includes('json')
  if (!hasText && !isEmpty) return
  const { findAnswerFault } = await import('./src/recorder/answer-faults')
  const { method, url } =
    input instanceof Request ? input : { method: init?.method ?? 'GET', url: String(input) }
  const text = hasText ? await response.clone().text() : ''
  const { pathname: path } = new URL(url)
  const fault = findAnswerFault({ method, path, status: response.status, contentType, text })
  if (fault && !given.has(fault)) faults.add(fault)
}

globalThis.fetch = async (input, init) => {
  const response = await original(input, init)
  if (isOfDesk(response)) await record(input, init, response)
  return response
}

function failOnFaults() {
  const told = [...faults]
  faults.clear()
  for (const fault of told) given.add(fault)
  if (told.length > 0) throw new Error(`answers differ from the API's document:\n  ${told.join('\n  ')}`)
}

afterEach(failOnFaults)
afterAll(failOnFaults)

export {}
