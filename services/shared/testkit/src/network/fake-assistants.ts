import { createVerify, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { KEEPS_CONNECTIONS } from './keeps-connections'

/** A call as a fake service received it. */
export interface ReceivedCall {
  path: string
  headers: IncomingMessage['headers']
  body: string
  json: Record<string, unknown>
}

export interface FakeAnswer {
  status: number
  body: unknown
}

export interface FakeAssistants {
  /** `http://127.0.0.1:port`. */
  origin: string
  calls: ReceivedCall[]
  /** Answers every call like this until `undefined`; 0 breaks the connection off. */
  fail(status: number | undefined): void
  /** What the model says next. */
  say(text: string): void
  /** Forgets Typebot's sessions, as its server does after a while. */
  forgetSessions(): void
  stop(): Promise<void>
}

export interface FakeAssistantsOptions {
  /** Of the Dialogflow service account. */
  publicKey?: KeyObject
  apiKey?: string
}

const refuse = (status: number, message: string): FakeAnswer => ({ status, body: { error: { message } } })

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    // SSML and the like.
    return {}
  }
}

const paragraph = (...children: object[]) => ({ type: 'p', children })

/**
 * The services that assistants talk to, in one HTTP server, with their own checks: Google's token endpoint verifies the JWT,
 * Dialogflow and OpenAI ask for their bearer, Typebot knows its sessions, Asaas its access token. `/hook` takes anything, as n8n does.
 */
export async function startFakeAssistants({
  publicKey,
  apiKey = 'sk-test',
}: FakeAssistantsOptions = {}): Promise<FakeAssistants> {
  const calls: ReceivedCall[] = []
  const sessions = new Set<string>()
  let failure: number | undefined
  let said = 'Pois não?'

  const issueToken = ({ json }: ReceivedCall): FakeAnswer => {
    const [head = '', claims = '', signature = ''] = String(json['assertion']).split('.')
    const isValid =
      publicKey !== undefined &&
      json['grant_type'] === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')
    return isValid
      ? { status: 200, body: { access_token: 'google-token', expires_in: 3600, token_type: 'Bearer' } }
      : { status: 400, body: { error: 'invalid_grant' } }
  }

  const detectIntent = ({ headers, json }: ReceivedCall): FakeAnswer => {
    if (headers.authorization !== 'Bearer google-token') return refuse(401, 'unauthenticated')
    const { text } = (json as { queryInput: { text: { text: string } } }).queryInput.text
    if (text === 'mudo') return { status: 200, body: { queryResult: { fulfillmentMessages: [] } } }
    const fulfillmentMessages = [{ text: { text: [`Você disse: ${text}`] } }]
    const diagnosticInfo = text === 'tchau' ? { end_conversation: true } : {}
    return { status: 200, body: { queryResult: { fulfillmentMessages, diagnosticInfo } } }
  }

  const startChat = (): FakeAnswer => {
    const sessionId = `session-${sessions.size + 1}`
    sessions.add(sessionId)
    const richText = [
      paragraph({ text: 'Olá, ' }, { text: 'bem-vindo', bold: true }),
      paragraph({ type: 'a', url: 'https://x.test', children: [{ text: 'site' }] }),
    ]
    const messages = [{ id: 'm1', type: 'text', content: { type: 'richText', richText } }]
    const items = [{ content: 'Comprar' }, { content: 'Trocar' }]
    return { status: 200, body: { sessionId, messages, input: { type: 'choice input', items } } }
  }

  const continueChat = ({ path, json }: ReceivedCall): FakeAnswer => {
    if (!sessions.has(path.split('/')[4] ?? '')) return refuse(404, 'Session not found.')
    const message = String(json['message'])
    const text =
      message === 'pessoa'
        ? '#{"stopBot":true}'
        : message === 'estranho'
          ? 'Invalid message. Please, try again.'
          : `Recebi ${message}`
    const richText = [paragraph({ text })]
    return {
      status: 200,
      body: { messages: message === 'vazio' ? [] : [{ type: 'text', content: { richText } }] },
    }
  }

  const complete = ({ headers, json }: ReceivedCall): FakeAnswer => {
    if (headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'Incorrect API key provided')
    if (!Array.isArray(json['messages']) || typeof json['model'] !== 'string')
      return refuse(400, 'bad request')
    const message = { role: 'assistant', content: said }
    return {
      status: 200,
      body: { choices: [{ index: 0, message, finish_reason: 'stop' }], usage: { total_tokens: 42 } },
    }
  }

  /* Asaas: one customer, with a charge of each state. */
  const readCharges = ({ path, headers }: ReceivedCall): FakeAnswer => {
    if (headers['access_token'] !== 'asaas-token') return refuse(401, 'invalid_access_token')
    const { pathname, searchParams } = new URL(path, 'http://asaas.test')
    if (pathname === '/v3/customers')
      return {
        status: 200,
        body: { data: searchParams.get('cpfCnpj') === '52998224725' ? [{ id: 'cus_1' }] : [] },
      }
    const isOverdue = searchParams.get('status') === 'OVERDUE'
    const charge = {
      status: isOverdue ? 'OVERDUE' : 'PENDING',
      value: isOverdue ? 1099.9 : 49,
      dueDate: isOverdue ? '2026-11-10' : '2026-12-10',
      description: isOverdue ? 'Plano fibra' : '',
      invoiceUrl: `https://asaas.test/i/${isOverdue ? 'late' : 'next'}`,
    }
    return { status: 200, body: { data: searchParams.get('customer') === 'cus_1' ? [charge] : [] } }
  }

  const answer = (call: ReceivedCall): FakeAnswer => {
    const { path } = call
    if (failure !== undefined) return refuse(failure, 'failing')
    if (path === '/hook') return { status: 200, body: { ok: true } }
    if (path === '/token') return issueToken(call)
    if (/^\/v3\/(customers|payments)\?/.test(path)) return readCharges(call)
    if (/^\/v2\/projects\/[^/]+\/agent\/sessions\/[^/]+:detectIntent$/.test(path)) return detectIntent(call)
    if (/^\/api\/v1\/typebots\/vendas\/startChat$/.test(path)) return startChat()
    if (/^\/api\/v1\/sessions\/[^/]+\/continueChat$/.test(path)) return continueChat(call)
    if (path === '/v1/chat/completions') return complete(call)
    if (path === '/cognitiveservices/v1')
      return call.headers['ocp-apim-subscription-key'] === 'speech-key'
        ? { status: 200, body: 'OggS-voice' }
        : refuse(401, 'no key')
    return refuse(404, 'not found')
  }

  const server = createServer(KEEPS_CONNECTIONS, (request, response) => {
    void readBody(request).then((body) => {
      const call = { path: request.url ?? '', headers: request.headers, body, json: parse(body) }
      calls.push(call)
      if (failure === 0) return request.socket.destroy()
      const { status, body: sent } = answer(call)
      response.writeHead(status, { 'content-type': 'application/json' })
      return response.end(typeof sent === 'string' ? sent : JSON.stringify(sent))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fail: (status) => {
      failure = status
    },
    say: (text) => {
      said = text
    },
    forgetSessions: () => sessions.clear(),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
