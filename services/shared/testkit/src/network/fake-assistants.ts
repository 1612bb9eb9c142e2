import { createVerify, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { KEEPS_CONNECTIONS } from './keeps-connections'

/** A call as a fake service received it. */
export interface ReceivedCall {
  path: string
  headers: IncomingMessage['headers']
  body: string
  bytes: Buffer
  json: Record<string, unknown>
}

export interface FakeAnswer {
  status: number
  headers?: Record<string, string>
  /** Bytes and text as they are, anything else as JSON. */
  body: unknown
}

export interface FakeAssistants {
  /** `http://127.0.0.1:port`. */
  origin: string
  calls: ReceivedCall[]
  /** Answers every call like this until `undefined`; 0 breaks the connection off. */
  fail(status: number | undefined): void
  /** The same for the calls of one path only. */
  failOn(path: string, status: number | undefined): void
  /** What the model says next. */
  say(text: string): void
  /** What is heard in sound next. */
  hear(text: string): void
  /** Whether the model reads pictures; it does at first. */
  seePictures(sees: boolean): void
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

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    // SSML and the like.
    return {}
  }
}

const isPicture = (part: unknown): boolean =>
  /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/]+=*$/.test(
    (part as { image_url?: { url?: string } }).image_url?.url ?? '',
  )

/* A message of a chat completion as the API takes it. */
function isChatLine({ role, content }: { role?: unknown; content?: unknown }): boolean {
  if (!['system', 'user', 'assistant'].includes(String(role))) return false
  if (typeof content === 'string') return content !== ''
  if (!Array.isArray(content) || role !== 'user') return false
  return content.every((part: { type?: unknown; text?: unknown }) =>
    part.type === 'text' ? typeof part.text === 'string' && part.text !== '' : isPicture(part),
  )
}

const hasPictures = (lines: readonly { content?: unknown }[]): boolean =>
  lines.some(({ content }) => Array.isArray(content) && content.some(isPicture))

/* The fields of an upload, read as servers do; undefined for anything that is no form. */
async function readForm({ headers, bytes }: ReceivedCall): Promise<FormData | undefined> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return undefined
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
}

const originOf = ({ headers }: ReceivedCall): string => `http://${headers.host ?? ''}`

/* Bytes that `/files` answers, by name. */
const files: Readonly<Record<string, Buffer>> = {
  'bolo%20de%20pote.png': Buffer.from('\x89PNG\r\n\x1a\n picture', 'latin1'),
  'oi.ogg': Buffer.from('OggS OpusHead sound'),
  'loja.mp4': Buffer.from('\0\0\0\x18ftypisom', 'latin1'),
  cardapio: Buffer.from('%PDF-1.7 menu'),
  'pagina.html': Buffer.from('<html>a page</html>'),
  'enorme.png': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(2 * 1024 * 1024)]),
}

/* One of each kind, between texts. */
const fileBubbles = (origin: string): object[] => [
  { type: 'text', content: { richText: [paragraph({ text: 'Veja:' })] } },
  { type: 'image', content: { url: `${origin}/files/bolo%20de%20pote.png` } },
  { type: 'audio', content: { url: `${origin}/files/oi.ogg` } },
  { type: 'text', content: { richText: [paragraph({ text: 'e mais:' })] } },
  { type: 'video', content: { type: 'url', url: `${origin}/files/moved` } },
  { type: 'video', content: { type: 'youtube', url: 'https://youtu.be/x', id: 'x' } },
  { type: 'embed', content: { url: `${origin}/files/cardapio` } },
  { type: 'embed', content: { url: `${origin}/files/pagina.html` } },
  { type: 'image', content: { url: `${origin}/files/gone.png` } },
  { type: 'image', content: { url: `${origin}/files/enorme.png` } },
  { type: 'image', content: { url: 'http://10.0.0.1/a.png' } },
]

const paragraph = (...children: object[]) => ({ type: 'p', children })

/* Asaas' customers with the CPF 529.982.247-25, as people type phones. */
const debtors = [
  { id: 'cus_0', phone: null, mobilePhone: null },
  { id: 'cus_2', phone: '(11) 3333-4444', mobilePhone: '11988887777' },
  { id: 'cus_1', phone: '1133334444', mobilePhone: '(11) 97777-0001' },
]

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
  const failures = new Map<string, number>()
  let said = 'Pois não?'
  let heard = 'bom dia'
  let seesPictures = true

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

  const continueChat = (call: ReceivedCall): FakeAnswer => {
    const { path, json } = call
    if (!sessions.has(path.split('/')[4] ?? '')) return refuse(404, 'Session not found.')
    const message = String(json['message'])
    const text =
      message === 'pessoa'
        ? '#{"stopBot":true}'
        : message === 'estranho'
          ? 'Invalid message. Please, try again.'
          : `Recebi ${message}`
    if (message === 'arquivos') return { status: 200, body: { messages: fileBubbles(originOf(call)) } }
    const command = /^comando (.*)$/.exec(message)?.[1]
    const richText = [paragraph({ text: command ? `#${command}` : text })]
    return {
      status: 200,
      body: { messages: message === 'vazio' ? [] : [{ type: 'text', content: { richText } }] },
    }
  }

  const complete = ({ headers, json }: ReceivedCall): FakeAnswer => {
    if (headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'Incorrect API key provided')
    const lines = json['messages'] as { role?: unknown; content?: unknown }[]
    if (!Array.isArray(lines) || !lines.every(isChatLine) || typeof json['model'] !== 'string')
      return refuse(400, 'bad request')
    if (!seesPictures && hasPictures(lines)) return refuse(400, 'image_url is not supported by this model')
    const message = { role: 'assistant', content: said }
    return {
      status: 200,
      body: { choices: [{ index: 0, message, finish_reason: 'stop' }], usage: { total_tokens: 42 } },
    }
  }

  const transcribe = async (call: ReceivedCall): Promise<FakeAnswer> => {
    if (call.headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'Incorrect API key provided')
    const form = await readForm(call)
    const file = form?.get('file')
    const isSound =
      file instanceof File && file.size > 0 && /^[\w-]+\.(?:ogg|mp3|m4a|wav|webm|weba)$/.test(file.name)
    const isKnown = form?.get('model') === 'ears' && form.get('response_format') === 'json'
    if (!isSound || !isKnown || [...(form ?? [])].length !== 3) return refuse(400, 'bad request')
    return { status: 200, body: { text: heard, usage: { type: 'duration', seconds: 3 } } }
  }

  /* Asaas: one customer, with a charge of each state. */
  const readCharges = ({ path, headers }: ReceivedCall): FakeAnswer => {
    if (headers['access_token'] !== 'asaas-token') return refuse(401, 'invalid_access_token')
    const { pathname, searchParams } = new URL(path, 'http://asaas.test')
    if (pathname === '/v3/customers')
      return {
        status: 200,
        body: { data: searchParams.get('cpfCnpj') === '52998224725' ? debtors : [] },
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

  const readFile = (path: string): FakeAnswer => {
    const file = files[path.slice('/files/'.length)]
    return file ? { status: 200, body: file } : refuse(404, 'no file')
  }

  const answer = (call: ReceivedCall): FakeAnswer | Promise<FakeAnswer> => {
    const { path } = call
    const failing = failure ?? failures.get(path)
    if (failing !== undefined) return refuse(failing, 'failing')
    if (path === '/files/moved') return { status: 302, headers: { location: '/files/loja.mp4' }, body: '' }
    if (path.startsWith('/files/')) return readFile(path)
    if (path === '/hook') return { status: 200, body: { ok: true } }
    if (path === '/token') return issueToken(call)
    if (/^\/v3\/(customers|payments)\?/.test(path)) return readCharges(call)
    if (/^\/v2\/projects\/[^/]+\/agent\/sessions\/[^/]+:detectIntent$/.test(path)) return detectIntent(call)
    if (/^\/api\/v1\/typebots\/vendas\/startChat$/.test(path)) return startChat()
    if (/^\/api\/v1\/sessions\/[^/]+\/continueChat$/.test(path)) return continueChat(call)
    if (path === '/v1/chat/completions') return complete(call)
    if (path === '/v1/audio/transcriptions') return transcribe(call)
    if (path === '/cognitiveservices/v1')
      return call.headers['ocp-apim-subscription-key'] === 'speech-key'
        ? { status: 200, body: 'OggS-voice' }
        : refuse(401, 'no key')
    return refuse(404, 'not found')
  }

  const server = createServer(KEEPS_CONNECTIONS, (request, response) => {
    void readBody(request).then(async (bytes) => {
      const body = bytes.toString('utf8')
      const call = { path: request.url ?? '', headers: request.headers, body, bytes, json: parse(body) }
      calls.push(call)
      if (failure === 0) return request.socket.destroy()
      const { status, headers = {}, body: sent } = await answer(call)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      return response.end(typeof sent === 'string' || Buffer.isBuffer(sent) ? sent : JSON.stringify(sent))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fail: (status) => {
      failure = status
    },
    failOn: (path, status) => {
      if (status === undefined) failures.delete(path)
      else failures.set(path, status)
    },
    say: (text) => {
      said = text
    },
    hear: (text) => {
      heard = text
    },
    seePictures: (sees) => {
      seesPictures = sees
    },
    forgetSessions: () => sessions.clear(),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
