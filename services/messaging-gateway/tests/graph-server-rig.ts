import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

import { fixedClock } from '@balcao/testkit'

import {
  startGraphServer,
  type GraphServer,
  type GraphServerOptions,
  type WebhookPayload,
} from '../src/adapters/whatsapp/graph-server'

export const SECRET = 'the-app-secret'
export const VERIFY_TOKEN = 'what-the-operator-typed'
export const CUSTOMER = '5511988887777'

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders
  /** As it came: what is signed. */
  text: string
  payload: WebhookPayload
}

/** A company's webhook, as Meta's setup guide asks for it: challenge, signature, 200. */
export class DocumentedWebhook {
  readonly received: ReceivedWebhook[] = []
  /** What it answers next; then 200. */
  readonly answers: number[] = []
  url = ''
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = new URL(request.url ?? '/', 'http://here.invalid').searchParams
      if (request.method === 'GET') {
        const isKnown =
          asked.get('hub.mode') === 'subscribe' && asked.get('hub.verify_token') === VERIFY_TOKEN
        response.writeHead(isKnown ? 200 : 403).end(isKnown ? asked.get('hub.challenge') : '')
        return
      }
      const text = Buffer.concat(chunks).toString()
      this.received.push({ headers: request.headers, text, payload: JSON.parse(text) as WebhookPayload })
      response.writeHead(this.answers.shift() ?? 200).end()
    })
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/webhooks/whatsapp`
    return this
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** Values of a field, in the order in which they came. */
  values(field = 'messages'): Record<string, unknown>[] {
    return this.received.flatMap(({ payload }) =>
      payload.entry.flatMap(({ changes }) =>
        changes.filter((change) => change.field === field).map(({ value }) => value),
      ),
    )
  }

  messages(): Record<string, unknown>[] {
    return this.values().flatMap(({ messages }) => (messages ?? []) as Record<string, unknown>[])
  }

  statuses(id?: string): Record<string, unknown>[] {
    return this.values()
      .flatMap(({ statuses }) => (statuses ?? []) as Record<string, unknown>[])
      .filter((status) => id === undefined || status['id'] === id)
  }
}

export const isSignedWith = (secret: string, { headers, text }: ReceivedWebhook): boolean =>
  headers['x-hub-signature-256'] === `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

export interface GraphAnswer {
  status: number
  headers: Headers
  body: Record<string, unknown>
  /** Of `error`. */
  code: number | undefined
  details: string | undefined
}

export interface Rig {
  graph: GraphServer
  webhook: DocumentedWebhook
  phoneNumberId: string
  accountId: string
  appId: string
  token: string
  /** A request of a client that knows the documents only. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string | undefined; version?: string },
  ): Promise<GraphAnswer>
  /** `POST /messages` to the customer. */
  send(fields: Record<string, unknown>, to?: string): Promise<GraphAnswer>
  /** The id of an accepted text. */
  sendText(body?: string): Promise<string>
  stop(): Promise<void>
}

/** A graph server whose clock stands still, with one company set up. The customer has not written. */
export async function startRig(options: GraphServerOptions = {}): Promise<Rig> {
  const webhook = await new DocumentedWebhook().start()
  const graph = await startGraphServer({ clock: fixedClock(), ...options })
  const app = await graph.addApp({ secret: SECRET, webhook: { url: webhook.url, verifyToken: VERIFY_TOKEN } })
  const account = graph.addBusinessAccount({ subscribedApps: [app.id] })
  const number = graph.addPhoneNumber({ accountId: account.id, digits: '551140028922' })
  const { value: token } = graph.addToken({ appId: app.id, accountIds: [account.id] })

  const call: Rig['call'] = async (method, path, given = {}) => {
    const bearer = 'token' in given ? given.token : token
    const response = await fetch(`${graph.url}/${given.version ?? 'v26.0'}/${path}`, {
      method,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(given.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    })
    const body = (await response.json()) as Record<string, unknown>
    const error = body['error'] as { code: number; error_data?: { details: string } } | undefined
    return {
      status: response.status,
      headers: response.headers,
      body,
      code: error?.code,
      details: error?.error_data?.details,
    }
  }
  const send: Rig['send'] = (fields, to = CUSTOMER) =>
    call('POST', `${number.id}/messages`, {
      body: { messaging_product: 'whatsapp', recipient_type: 'individual', to, ...fields },
    })
  return {
    graph,
    webhook,
    phoneNumberId: number.id,
    accountId: account.id,
    appId: app.id,
    token,
    call,
    send,
    sendText: async (body = 'Olá') => {
      const answer = await send({ type: 'text', text: { body } })
      return idOf(answer)
    },
    stop: async () => {
      await graph.stop()
      await webhook.stop()
    },
  }
}

/** The id of an accepted message. */
export function idOf(answer: GraphAnswer): string {
  const [message] = (answer.body['messages'] ?? []) as { id: string }[]
  if (!message) throw new Error(`not accepted: ${JSON.stringify(answer.body)}`)
  return message.id
}
