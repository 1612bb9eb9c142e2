import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { CloudAccountView, ConnectionView } from '@balcao/contracts'
import { KEEPS_CONNECTIONS, waitFor, type TestDatabase } from '@balcao/testkit'

import { startGraphServer, type GraphServer } from '../src/adapters/whatsapp/graph-server'
import { startGateway, statusIs, type Caller, type Gateway, type GatewayOptions } from './support'

export const APP_SECRET = 'the-secret-of-the-app'

/** As a message names it. */
export const NOTICE = { name: 'aviso', language: 'pt_BR', parameters: [] }

/** A company's number at Meta. */
export interface CloudNumber {
  appId: string
  accountId: string
  phoneNumberId: string
  digits: string
  token: string
  verifyToken: string
  secret: string
}

/** Graph on loopback; webhooks at once, unless a test holds them. */
export const startGraph = (): Promise<GraphServer> =>
  startGraphServer({ settings: { webhookRetry: { firstMs: 100, longestMs: 200, giveUpMs: 60_000 } } })

export async function addNumber(
  graph: GraphServer,
  digits: string,
  secret = APP_SECRET,
): Promise<CloudNumber> {
  const app = await graph.addApp({ secret })
  const account = graph.addBusinessAccount()
  const number = graph.addPhoneNumber({ accountId: account.id, digits })
  const token = graph.addToken({ appId: app.id, accountIds: [account.id] })
  return {
    appId: app.id,
    accountId: account.id,
    phoneNumberId: number.id,
    digits,
    token: token.value,
    verifyToken: `verify-${digits}`,
    secret,
  }
}

/** A template that somebody made in Meta's own manager. */
export async function makeTemplate(
  graph: GraphServer,
  { accountId, token }: CloudNumber,
  definition: object,
): Promise<void> {
  const answer = await fetch(`${graph.url}/v26.0/${accountId}/message_templates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(definition),
  })
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ status: 'PENDING' })])
}

/** A template of the number's account, approved: its name, language and text are those of `NOTICE`. */
export async function makeNotice(graph: GraphServer, number: CloudNumber): Promise<void> {
  const { name, language } = NOTICE
  const components = [{ type: 'BODY', text: 'O seu pedido saiu.' }]
  await makeTemplate(graph, number, { name, language, category: 'UTILITY', components })
  for (const template of graph.network.templates.values())
    if (template.status === 'PENDING') graph.templates.decide(template, 'APPROVED')
}

/** What an administrator enters. */
export const credentialsOf = (number: CloudNumber) => ({
  phoneNumberId: number.phoneNumberId,
  businessAccountId: number.accountId,
  token: number.token,
  appSecret: number.secret,
  verifyToken: number.verifyToken,
})

export const startCloudGateway = (
  pg: TestDatabase,
  graph: GraphServer,
  options: GatewayOptions = {},
): Promise<Gateway> =>
  startGateway(pg, {
    ...options,
    config: { graph: { origin: graph.url, version: 'v26.0' }, ...options.config },
    tuning: {
      cloudTimes: { checkMs: 60_000, retryMs: 50 },
      mediaTimes: { firstRetryMs: 20 },
      ...options.tuning,
      outboundTimes: { acceptWithinMs: 20_000, ...options.tuning?.outboundTimes },
    },
  })

/** Points the app's webhooks at this process. */
export const pointWebhook = (
  graph: GraphServer,
  gateway: Pick<Gateway, 'url'>,
  number: CloudNumber,
): void => {
  graph.app(number.appId).webhook = {
    url: `${gateway.url}/webhooks/whatsapp`,
    verifyToken: number.verifyToken,
    fields: 'all',
  }
}

/** A connection with its credentials, connected, and the webhook in place. */
export async function connectNumber(
  { graph, gateway }: { graph: GraphServer; gateway: Gateway },
  admin: Caller,
  number: CloudNumber,
): Promise<number> {
  const created = await admin<ConnectionView>('POST', '/whatsapp', {
    name: number.digits,
    provider: 'cloud',
  })
  expect(created.status).toBe(200)
  const { id } = created.body
  const saved = await admin<CloudAccountView>('PUT', `/whatsapp/${id}/cloud-account`, credentialsOf(number))
  expect(saved).toMatchObject({ status: 200, body: { verifiedName: 'Loja do Bairro', quality: 'GREEN' } })
  await statusIs(admin, id, 'CONNECTED')
  pointWebhook(graph, gateway, number)
  return id
}

export const quietGraph = async (graph: GraphServer, gateway: Gateway): Promise<void> => {
  await graph.settle()
  await waitFor(async () => (await gateway.service.pending?.())?.length === 0)
}

/** One address before successive processes, as an ingress is; 502 while there is none. */
export async function startFront(): Promise<{ url: string; target: string; stop(): Promise<void> }> {
  const front = { url: '', target: '', stop: () => Promise.resolve() }
  const server = createServer(KEEPS_CONNECTIONS, (asked, response) => {
    const refuse = () => void response.writeHead(502).end()
    const passed = request(front.target + (asked.url ?? ''), {
      method: asked.method,
      headers: asked.headers,
      agent: false,
    })
    passed.on('error', refuse)
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => response.destroy()).pipe(response)
    })
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  front.stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return front
}
