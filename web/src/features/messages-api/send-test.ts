import { strictHandling } from '@balcao/contracts'

/** What the API answered: its status, and its body as text. */
export interface ApiAnswer {
  status: number
  text: string
}

export const SEND_PATH = '/api/messages/send'

const prettify = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON: shown as it came.
    return text
  }
}

/* Without the session's cookies and token: the call is the integrator's. */
async function send(token: string, init: RequestInit): Promise<ApiAnswer> {
  const headers = { ...strictHandling, ...init.headers, authorization: `Bearer ${token.trim()}` }
  const response = await fetch(SEND_PATH, { ...init, method: 'POST', headers, credentials: 'omit' })
  return { status: response.status, text: prettify(await response.text()) }
}

export interface TextTest {
  token: string
  number: string
  body: string
}

/** Sends a text as an integrator would. Rejects when the server cannot be reached. */
export const sendText = ({ token, number, body }: TextTest): Promise<ApiAnswer> =>
  send(token, { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ number, body }) })

/** The same with a file. */
export function sendMedia({ token, number, body }: TextTest, file: File): Promise<ApiAnswer> {
  const form = new FormData()
  form.append('number', number)
  form.append('body', body)
  form.append('medias', file)
  return send(token, { body: form })
}

/** The calls as one types them in a shell. */
export const buildExamples = (origin: string) => ({
  text: `curl -X POST ${origin}${SEND_PATH} \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: pedido-1234" \\
  -d '{"number": "5511955550101", "body": "Seu pedido saiu."}'`,
  media: `curl -X POST ${origin}${SEND_PATH} \\
  -H "Authorization: Bearer $TOKEN" \\
  -F number=5511955550101 \\
  -F body="Segue o boleto" \\
  -F medias=@boleto.pdf`,
})
