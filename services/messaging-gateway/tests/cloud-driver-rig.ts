import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { companyId, connectionId } from '@balcao/contracts'
import { readRecord, readRecords, readText, systemClock } from '@balcao/kernel'
import { KEEPS_CONNECTIONS, testPorts } from '@balcao/testkit'

import { CloudDriver } from '../src/adapters/whatsapp/cloud/cloud-driver'
import { GraphClient } from '../src/adapters/whatsapp/cloud/graph-client'
import {
  startGraphServer,
  type GraphServer,
  type OutgoingMessage,
} from '../src/adapters/whatsapp/graph-server'
import { findMedia } from '../src/adapters/whatsapp/graph-server/media'
import { splitWebhook, type WebhookItem } from '../src/features/cloud-webhook/split-webhook'
import type { Refusal, SessionCallbacks, WhatsAppDriver } from '../src/features/whatsapp-driver'
import { addNumber } from './cloud-rig'
import type { DriverRig, NetworkTraits, Seen } from './driver-rig'
import { gatewayDatabase, SCHEMA } from './support'

const OURS = '5511940000001'
const KNOWN = '5511999990001'
const RETRY_MS = 20

const CODES: Partial<Record<Refusal, number>> = {
  'window-closed': 131047,
  'template-unusable': 132001,
  unpaid: 131042,
  'opted-out': 131050,
  'too-fast': 130429,
  'blocked-by-policy': 131031,
  'ban-risk': 131048,
  'not-on-whatsapp': 131026,
  refused: 131009,
}

export const cloudNetwork: NetworkTraits = {
  provider: 'cloud',
  refuses: Object.keys(CODES) as Refusal[],
  ends: ['credentials-refused'],
  tellsRevisions: false,
  endsTyping: false,
}

/**
 * What the gateway does between its webhook and the driver: what came is kept, and passed on in order per chat until it is taken. In memory;
 * `features/network-events` keeps it in rows.
 */
async function startWebhook(driver: WhatsAppDriver) {
  const waiting: WebhookItem[] = []
  let callbacks: SessionCallbacks | undefined
  let pumping: Promise<void> | undefined
  let isOver = false
  const pump = async () => {
    while (!isOver && callbacks && waiting.length > 0) {
      const stuck = new Set<string>()
      for (const item of [...waiting]) {
        if (!callbacks || stuck.has(item.chat)) continue
        const { kind, body } = item
        const event = { companyId: companyId(1), connectionId: connectionId(1), kind, body, callbacks }
        const isTaken = await driver.receive?.(event).then(
          () => true,
          () => false,
        )
        if (isTaken) waiting.splice(waiting.indexOf(item), 1)
        else stuck.add(item.chat)
      }
      if (stuck.size > 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  const nudge = () => {
    pumping ??= pump().finally(() => {
      pumping = undefined
    })
  }
  const server = createServer(KEEPS_CONNECTIONS, (request, response) => {
    json(request).then(
      (payload) => {
        waiting.push(...splitWebhook(payload))
        response.end()
        nudge()
      },
      () => response.writeHead(400).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/whatsapp`,
    listen: (given: SessionCallbacks | undefined) => {
      callbacks = given
      nudge()
    },
    stop: async () => {
      isOver = true
      await pumping
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The driver of the official API against the Graph server. */
export async function cloudDriverRig(): Promise<DriverRig> {
  const graph = await startGraphServer({
    settings: {
      webhooksAtOnce: 1,
      receipts: { sentMs: 0 },
      webhookRetry: { firstMs: 50, longestMs: 50, giveUpMs: 60_000 },
    },
  })
  const number = await addNumber(graph, OURS)
  graph.network.accounts
    .get(number.accountId)
    ?.subscribedApps.push({ appId: number.appId, override: undefined })
  const { phoneNumberId } = number
  const driver = new CloudDriver({
    clock: systemClock,
    client: new GraphClient({ origin: graph.url, version: 'v26.0' }),
    findCredentials: () =>
      Promise.resolve({
        phoneNumberId,
        businessAccountId: number.accountId,
        token: number.token,
        appSecret: number.secret,
      }),
    times: { checkMs: 50, retryMs: 50 },
  })
  const webhook = await startWebhook(driver)
  graph.app(number.appId).webhook = { url: webhook.url, verifyToken: number.verifyToken, fields: 'all' }
  // The customer has written, so that they may be answered.
  graph.restoreReceived({ id: 'A0', phoneNumberId, from: KNOWN, at: new Date() })
  const pg = await gatewayDatabase()
  const lease = await testPorts(pg, SCHEMA).leases.acquire('session:1')
  if (!lease) throw new Error('no lease')

  const sent = () =>
    [...graph.network.messages.values()].filter(({ phoneNumberId: of }) => of === phoneNumberId)
  const idOf = (waId: string) => sent().find(({ callbackData }) => callbackData === waId)?.id ?? waId
  const nameOf = (id: string) => graph.network.messages.get(id)?.callbackData ?? id
  const say = async (
    from: string,
    id: string,
    content: Record<string, unknown> & { type: string },
    quoted?: string,
  ) => {
    graph.customerWrites(phoneNumberId, from, content, { id, ...(quoted && { quotedId: quoted }) })
    await graph.settle()
  }
  const text = (body: string) => ({ type: 'text', text: { body } })
  const absent = (): never => {
    throw new Error('the official API does not have it')
  }
  return {
    driver,
    lease,
    listen: webhook.listen,
    numbers: { known: KNOWN, unknown: '00011112222' },
    scan: absent,
    typeCode: absent,
    writeInGroup: absent,
    revise: absent,
    ring: async (from, id) => {
      graph.calls.ring(phoneNumberId, from, id)
      await graph.settle()
    },
    wasRefused: (id) => Promise.resolve(graph.calls.find(id)?.state === 'rejected'),
    write: (from, id, body) => say(from, id, text(body)),
    forward: (from, id, body) => say(from, id, { ...text(body), context: { forwarded: true } }),
    reply: (from, id, body, to) => say(from, id, text(body), to.isOurs ? idOf(to.id) : to.id),
    choose: (id, to, { isOfList, ...choice }) => {
      const type = isOfList ? 'list_reply' : 'button_reply'
      return say(KNOWN, id, { type: 'interactive', interactive: { type, [type]: choice } }, idOf(to))
    },
    sendImage: async (from, id, caption, content) => {
      graph.customerSendsFile(
        phoneNumberId,
        from,
        { kind: 'image', mimeType: 'image/png', content, caption },
        { id },
      )
      await graph.settle()
    },
    react: ({ number: from, id, isOurs }, emoji) =>
      say(from, `R${id}${emoji}`, {
        type: 'reaction',
        reaction: { message_id: isOurs ? idOf(id) : id, ...(emoji && { emoji }) },
      }),
    end: () => {
      const token = graph.network.tokens.get(number.token)
      if (!token) throw new Error('no token')
      token.isRevoked = true
      return Promise.resolve()
    },
    receipt: async (waIds, ack) => {
      const status = ack === 2 ? 'delivered' : ack === 3 ? 'read' : 'played'
      for (const waId of waIds) graph.sendStatus(idOf(waId), status)
      await graph.settle()
    },
    refuseNext: (refusal) => {
      const code = CODES[refusal]
      if (code === undefined) throw new Error(`the official API does not refuse as ${refusal}`)
      graph.faults.next({ kind: 'refuse', status: 400, code }, { path: '/messages' })
      return Promise.resolve()
    },
    arrived: () =>
      Promise.resolve(
        sent()
          .filter(({ kind }) => kind !== 'reaction')
          .map(toSeen(graph)),
      ),
    emojis: () => {
      const shown = new Map<string, string>()
      for (const { kind, body } of sent().filter(({ kind: one }) => one === 'reaction')) {
        const { message_id: id, emoji } = readRecord(body[kind])
        shown.set(nameOf(readText(id)), readText(emoji))
      }
      return Promise.resolve(Object.fromEntries([...shown].filter(([, emoji]) => emoji !== '')))
    },
    seesTyping: (from) => {
      const last = graph.network.typing.findLast((one) => one.from === from)
      return Promise.resolve(last !== undefined && !sent().some(({ acceptedAt }) => acceptedAt >= last.at))
    },
    read: () =>
      Promise.resolve(
        [...graph.network.received.values()].filter(({ isRead }) => isRead).map(({ id }) => id),
      ),
    close: async () => {
      await graph.stop()
      await webhook.stop()
      await pg.close()
    },
  }
}

const listTitles = ({ buttons, sections, parameters }: Record<string, unknown>): string[] => {
  const link = readText(readRecord(parameters).display_text)
  const replies = readRecords(buttons).map(({ reply }) => readRecord(reply))
  const rows = readRecords(sections).flatMap((section) => readRecords(section.rows))
  return [...(link === '' ? [] : [link]), ...[...replies, ...rows].map(({ title }) => readText(title))]
}

const toSeen =
  (graph: GraphServer) =>
  ({ id, kind, body, to, callbackData }: OutgoingMessage): Seen => {
    const own = readRecord(body[kind])
    const quotedId = readText(readRecord(body.context).message_id)
    const media = findMedia(graph.network, readText(own.id))
    return {
      id: callbackData ?? id,
      number: to,
      body: readText(own.body) || readText(own.caption) || readText(readRecord(own.body).text),
      deleted: false,
      ...(quotedId && { quotedId }),
      ...(media && { bytes: media.content }),
      ...(kind === 'interactive' && { choices: listTitles(readRecord(own.action)) }),
    }
  }
