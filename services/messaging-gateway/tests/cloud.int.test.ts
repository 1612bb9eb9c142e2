import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'

import type { CloudAccountView, ConnectionView, MergeView } from '@balcao/contracts'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import type { GraphServer } from '../src/adapters/whatsapp/graph-server'
import {
  addNumber,
  connectNumber,
  credentialsOf,
  quietGraph,
  startCloudGateway,
  startGraph,
  type CloudNumber,
} from './cloud-rig'
import {
  asksToSend,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  people,
  received,
  SCHEMA,
  statusIs,
  tell,
  type Caller,
  type Gateway,
} from './support'

const RITA = '5511999990001'
const JID = `${RITA}@s.whatsapp.net`

let pg: TestDatabase
let graph: GraphServer
let gateway: Gateway
let admin: Caller
let foreigner: Caller
let agent: Caller
let ours: CloudNumber
let theirs: CloudNumber
let connection: number
let foreign: number
let sequence = 0

beforeAll(async () => {
  graph = await startGraph()
  pg = await gatewayDatabase()
  gateway = await startCloudGateway(pg, graph)
  ;({ admin, agent, foreigner } = await people(pg, gateway.url))
  ours = await addNumber(graph, '5511940000001')
  theirs = await addNumber(graph, '5511940000002', 'another-secret')
  connection = await connectNumber({ graph, gateway }, admin, ours)
  foreign = await connectNumber({ graph, gateway }, foreigner, theirs)
})

afterAll(async () => {
  await pg.close()
  await graph.stop()
})

const settled = () => quietGraph(graph, gateway)
const last = async () => (await received(pg)).at(-1)?.body.value

async function sends(body: string, over: object = {}) {
  const messageId = messageUuid((sequence += 1))
  await asksToSend(gateway, { messageId, connectionId: connection, number: RITA, body, ...over })
  return messageId
}
const row = async (messageId: string) =>
  (
    await pg.sql<{ state: string; failure: string; network_id: string | null; tries: number }>(
      `SELECT state, failure, network_id, tries FROM ${SCHEMA}.outbound WHERE message_id = $1`,
      [messageId],
    )
  )[0]
const rowIs = (messageId: string, state: string) =>
  waitFor(async () => (await row(messageId))?.state === state)
const told = async (messageId: string) =>
  (await outboundChanges(pg))
    .filter(({ body }) => body.value.messageId === messageId)
    .map(({ body: { value } }) => value.ack)
const events = () =>
  pg.sql<{ reason: string; dead: boolean }>(
    `SELECT reason, dead_at IS NOT NULL AS dead FROM ${SCHEMA}.network_events ORDER BY seq`,
  )

describe('the credentials of the official API', () => {
  it('are needed before a connection begins, and are never answered', async () => {
    const { body } = await admin<ConnectionView>('POST', '/whatsapp', { name: 'Nova', provider: 'cloud' })
    expect(body.status).toBe('DISCONNECTED')
    const empty = await admin<CloudAccountView>('GET', `/whatsapp/${body.id}/cloud-account`)
    expect(empty.body).toMatchObject({ phoneNumberId: '', hasToken: false, checkedAt: null })
    const { token, appSecret, verifyToken } = credentialsOf(ours)
    const shown = await admin('GET', `/whatsapp/${connection}/cloud-account`)
    expect(shown.body).toMatchObject({
      phoneNumberId: ours.phoneNumberId,
      hasToken: true,
      hasVerifyToken: true,
    })
    for (const secret of [token, appSecret, verifyToken]) {
      expect(JSON.stringify(shown.body)).not.toContain(secret)
      expect(JSON.stringify(await pg.sql(`SELECT * FROM ${SCHEMA}.cloud_accounts`))).not.toContain(secret)
    }
    await admin('DELETE', `/whatsapp/${body.id}`)
  })

  it.each([
    ['a wrong token', () => ({ token: 'EAAwrong' }), 'ERR_CLOUD_TOKEN'],
    [
      'a token without the permission',
      () => ({
        token: graph.addToken({ appId: ours.appId, accountIds: [ours.accountId], scopes: [] }).value,
      }),
      'ERR_CLOUD_PERMISSION',
    ],
    ['another secret of the app', () => ({ appSecret: 'not-the-secret-of-the-app' }), 'ERR_CLOUD_APP_SECRET'],
    ['another number', () => ({ phoneNumberId: '123456789012345' }), 'ERR_CLOUD_NUMBER_ID'],
  ])('are refused with %s, and what was stored stays', async (_name, wrong, code) => {
    const { status, body } = await admin('PUT', `/whatsapp/${connection}/cloud-account`, {
      ...credentialsOf(ours),
      ...wrong(),
    })
    expect({ status: status >= 400, error: body.error }).toEqual({ status: true, error: code })
    const { body: kept } = await admin<CloudAccountView>('GET', `/whatsapp/${connection}/cloud-account`)
    expect(kept.phoneNumberId).toBe(ours.phoneNumberId)
  })

  it('stay as they are where a secret is left empty', async () => {
    const { phoneNumberId, businessAccountId } = credentialsOf(ours)
    const saved = await admin('PUT', `/whatsapp/${connection}/cloud-account`, {
      phoneNumberId,
      businessAccountId,
      token: '',
      appSecret: '',
      verifyToken: '',
    })
    expect(saved.status).toBe(200)
    await statusIs(admin, connection, 'CONNECTED')
  })

  it('belong to one connection of the installation', async () => {
    const { status, body } = await foreigner('PUT', `/whatsapp/${foreign}/cloud-account`, credentialsOf(ours))
    expect({ status, error: body.error }).toEqual({ status: 409, error: 'ERR_CLOUD_NUMBER_TAKEN' })
  })

  it('are for administrators of the company, and of such a connection only', async () => {
    const path = `/whatsapp/${connection}/cloud-account`
    expect((await agent('GET', path)).status).toBe(403)
    expect((await foreigner('GET', path)).body.error).toBe('ERR_NO_WAPP_FOUND')
    const simulated = await admin<ConnectionView>('POST', '/whatsapp', { name: 'Simulada' })
    const { body } = await admin('GET', `/whatsapp/${simulated.body.id}/cloud-account`)
    expect(body.error).toBe('ERR_WAPP_NOT_OFFERED')
    await admin('DELETE', `/whatsapp/${simulated.body.id}`)
  })
})

describe('the webhook', () => {
  const url = () => `${gateway.url}/webhooks/whatsapp`
  const sign = (body: string, secret: string) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const post = (body: string, signature: string | undefined) =>
    fetch(url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature && { 'x-hub-signature-256': signature }),
      },
      body,
    })
  const call = (phoneNumberId: string, id: string) =>
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: ours.accountId,
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '1', phone_number_id: phoneNumberId },
                contacts: [{ profile: { name: 'Rita' }, wa_id: RITA }],
                messages: [{ from: RITA, id, timestamp: '1795000000', type: 'text', text: { body: id } }],
              },
            },
          ],
        },
      ],
    })

  it('answers the challenge to whoever has a verify token', async () => {
    const ask = async (token: string) => {
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.verify_token': token,
        'hub.challenge': '1158201444',
      })
      const answer = await fetch(`${url()}?${query}`)
      return [answer.status, await answer.text()]
    }
    expect(await ask(ours.verifyToken)).toEqual([200, '1158201444'])
    expect((await ask('other'))[0]).toBe(403)
    expect((await ask(''))[0]).toBe(403)
  })

  it.each([
    ['no signature', () => undefined, 403],
    ['the signature of another app', (body: string) => sign(body, theirs.secret), 403],
    ['a signature of another body', () => sign('{}', ours.secret), 403],
    ['a signature that is none', () => 'sha256=zz', 403],
  ])('refuses a call with %s and stores nothing', async (_name, signature, status) => {
    const body = call(ours.phoneNumberId, 'wamid.forged')
    expect((await post(body, signature(body))).status).toBe(status)
    expect(await events()).toEqual([])
    expect((await received(pg)).some((event) => event.body.value.waId === 'wamid.forged')).toBe(false)
  })

  it('refuses a number that no connection has, and what is no JSON or too large', async () => {
    const body = call('999', 'wamid.unknown')
    expect((await post(body, sign(body, ours.secret))).status).toBe(404)
    expect((await post('{', sign('{', ours.secret))).status).toBe(400)
    const large = JSON.stringify({ object: 'x'.repeat(3 * 1024 * 1024) })
    expect((await post(large, sign(large, ours.secret))).status).toBe(413)
  })

  it('takes the former secret of the app for a day after it was replaced', async () => {
    const rotated = { ...credentialsOf(ours), token: '', verifyToken: '', appSecret: 'the-next-secret' }
    graph.app(ours.appId).secret = 'the-next-secret'
    expect((await admin('PUT', `/whatsapp/${connection}/cloud-account`, rotated)).status).toBe(200)
    for (const [index, secret] of [ours.secret, 'the-next-secret'].entries()) {
      const body = call(ours.phoneNumberId, `wamid.rotated${index}`)
      expect((await post(body, sign(body, secret))).status).toBe(200)
    }
    await settled()
    ours.secret = 'the-next-secret'
    const later = new Date(Date.now() - 1)
    await pg.sql(`UPDATE ${SCHEMA}.cloud_accounts SET former_secret_until = $1`, [later])
    const body = call(ours.phoneNumberId, 'wamid.late')
    expect((await post(body, sign(body, 'the-secret-of-the-app'))).status).toBe(403)
    await statusIs(admin, connection, 'CONNECTED')
  })
})

describe('what a customer writes', () => {
  const writes = async (content: Parameters<GraphServer['customerWrites']>[2], options = {}) => {
    const id = graph.customerWrites(ours.phoneNumberId, RITA, content, options)
    await settled()
    return id
  }

  it('arrives once, with name and number, although the webhook says it twice', async () => {
    graph.webhooks.repeatNext()
    const id = await writes('bom dia')
    const taken = (await received(pg)).filter(({ body }) => body.value.waId === id)
    expect(taken).toHaveLength(1)
    expect(taken[0]?.body.value).toMatchObject({
      connectionId: connection,
      remoteJid: JID,
      fromMe: false,
      kind: 'chat',
      body: 'bom dia',
      contact: { number: RITA },
    })
  })

  it('stays in its company', async () => {
    graph.customerWrites(theirs.phoneNumberId, RITA, 'para a vizinha')
    await settled()
    const event = (await received(pg)).at(-1)
    expect(event?.companyId).toBe(2)
    expect(event?.body.value).toMatchObject({ connectionId: foreign, body: 'para a vizinha' })
  })

  it.each([
    [
      'a position',
      { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja' } },
      { kind: 'locationMessage', location: { latitude: -23.5, name: 'Loja' } },
    ],
    [
      'a card',
      {
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: 'Ana' },
            phones: [{ phone: '+55 11 95555-0101', wa_id: '5511955550101' }],
          },
        ],
      },
      {
        kind: 'vcard',
        vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL;waid=5511955550101:+55 11 95555-0101\nEND:VCARD',
      },
    ],
    [
      'a button',
      {
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: { id: 'a'.repeat(256), title: 'Sim' } },
      },
      { kind: 'chat', body: 'Sim', choiceId: 'a'.repeat(256) },
    ],
    [
      'a row of a list',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: '2', title: 'Vendas', description: '' } },
      },
      { kind: 'chat', body: 'Vendas', choiceId: '2' },
    ],
    ['a kind that nobody knows', { type: 'hologram', hologram: {} }, { kind: 'unsupported', body: '' }],
  ])('may be %s', async (_name, content, expected) => {
    await writes(content as never)
    expect(await last()).toMatchObject(expected)
  })

  it('may be a file, which is fetched at once, or later when Meta does not give it', async () => {
    const content = readFileSync(path.join(__dirname, 'fixtures/palette.png'))
    const file = { kind: 'image' as const, mimeType: 'image/png', content, caption: 'veja' }
    graph.customerSendsFile(ours.phoneNumberId, RITA, file)
    await settled()
    expect(await last()).toMatchObject({
      kind: 'image',
      body: 'veja',
      media: { mimeType: 'image/png', sizeBytes: content.length },
      mediaPending: false,
    })
    graph.faults.next({ kind: 'refuse', status: 500 }, { method: 'GET' })
    const { messageId } = graph.customerSendsFile(ours.phoneNumberId, RITA, file)
    await graph.settle()
    await waitFor(async () => (await last())?.waId === messageId)
    expect(await last()).toMatchObject({ kind: 'image', mediaPending: true })
    await waitFor(async () => (await readOutbox(pg, SCHEMA, 'messageMediaArrived')).length > 0)
  })

  it('may answer one of ours, or react to it or to their own', async () => {
    const own = await writes('minha')
    const messageId = await sends('nossa')
    await rowIs(messageId, 'DELIVERED')
    const { network_id: id = '' } = (await row(messageId)) ?? {}
    await writes('respondo', { quotedId: id })
    expect(await last()).toMatchObject({ body: 'respondo', quotedWaId: id })
    const reacted = async () => (await readOutbox(pg, SCHEMA, 'messageReacted')).at(-1)?.body.value
    await writes({ type: 'reaction', reaction: { message_id: id ?? '', emoji: '👍' } })
    expect(await reacted()).toMatchObject({ waId: id, fromMe: true, emoji: '👍', byUs: false })
    await writes({ type: 'reaction', reaction: { message_id: own, emoji: '😂' } })
    expect(await reacted()).toMatchObject({ waId: own, fromMe: false, emoji: '😂', byUs: false })
  })

  it('is parked and counted when nobody can read it', async () => {
    graph.customerWrites(ours.phoneNumberId, RITA, { type: 'system', system: { body: 'mudou' } } as never)
    await settled()
    expect(await events()).toEqual([{ reason: 'a notice: system', dead: true }])
    const { body } = await admin<CloudAccountView>('GET', `/whatsapp/${connection}/cloud-account`)
    expect(body.parkedEvents).toBe(1)
    await pg.sql(`DELETE FROM ${SCHEMA}.network_events`)
  })
})

describe('a customer who hides the number', () => {
  const BIA = '5511988887777'
  const writes = async (body: string, number = ours) => {
    graph.customerWrites(number.phoneNumberId, BIA, body)
    await settled()
    return last()
  }
  const aliases = () =>
    pg.sql<{ alias: string; conversation_id: string }>(
      `SELECT alias, conversation_id FROM ${SCHEMA}.conversation_aliases
        WHERE connection_id = $1 AND (alias LIKE '%88887777' OR alias LIKE 'bsuid:%') ORDER BY alias`,
      [connection],
    )

  it('is received, answered and reacts by an id, and is one chat with the number once that is known', async () => {
    Object.assign(graph.customer(BIA), { hidesNumber: true, username: '@bia' })
    const first = await writes('sou eu')
    const bsuid = first?.contact?.bsuid ?? ''
    expect(bsuid).toMatch(/^BR\.\d+$/)
    const remoteJid = `${bsuid}@bsuid`
    expect(first).toMatchObject({ remoteJid, body: 'sou eu', contact: { number: '', bsuid } })
    const answer = await sends('quem fala?', { number: '', remoteJid, conversationId: first?.conversationId })
    await rowIs(answer, 'DELIVERED')
    expect(graph.inbox(BIA).at(-1)).toMatchObject({ message: { text: { body: 'quem fala?' } } })
    const reaction = { type: 'reaction', reaction: { message_id: first?.waId ?? '', emoji: '👍' } }
    graph.customerWrites(ours.phoneNumberId, BIA, reaction)
    await settled()
    expect((await readOutbox(pg, SCHEMA, 'messageReacted')).at(-1)?.body.value).toMatchObject({
      waId: first?.waId,
      emoji: '👍',
      by: { number: '', bsuid },
    })

    graph.customer(BIA).hidesNumber = false
    const shown = await writes('agora com número')
    expect(shown).toMatchObject({ remoteJid: `${BIA}@s.whatsapp.net`, contact: { number: BIA, bsuid } })
    const known = await aliases()
    for (const name of [`bsuid:${bsuid}`, `phone:${BIA}`])
      expect(known).toContainEqual({ alias: name, conversation_id: first?.conversationId })
    const later = await sends('pelo número', { number: BIA })
    await rowIs(later, 'DELIVERED')
    await settled()
    expect(await events()).toEqual([])
  })

  it('is another id for another company', async () => {
    graph.customer(BIA).hidesNumber = true
    const [mine, other] = [await aliases(), await writes('olá, vizinha', theirs)]
    expect(other).toMatchObject({ connectionId: foreign, body: 'olá, vizinha' })
    expect(other?.contact?.bsuid).toMatch(/^BR\./)
    expect(mine.map(({ alias }) => alias)).not.toContain(`bsuid:${other?.contact?.bsuid}`)
    expect(await aliases()).toEqual(mine)
  })
})

describe('a customer who hides the number and is asked for it', () => {
  it('gets a button, and is known by the number that it shares, in the same conversation', async () => {
    const DUDA = '5511988886666'
    Object.assign(graph.customer(DUDA), { hidesNumber: true, username: '@duda' })
    graph.customerWrites(ours.phoneNumberId, DUDA, 'oi')
    await settled()
    const first = await last()
    const to = { number: '', remoteJid: first?.remoteJid ?? '' }
    const asked = await sends('Qual é o seu número?', { ...to, asksNumber: true })
    await rowIs(asked, 'DELIVERED')
    expect(graph.inbox(DUDA).at(-1)).toMatchObject({
      message: {
        type: 'interactive',
        interactive: {
          type: 'request_contact_info',
          body: { text: 'Qual é o seu número?' },
          action: { name: 'request_contact_info' },
        },
      },
    })
    graph.customerSharesNumber((await row(asked))?.network_id ?? '')
    await settled()
    expect(await last()).toMatchObject({
      kind: 'vcard',
      conversationId: first?.conversationId,
      remoteJid: first?.remoteJid,
      contact: { number: DUDA, bsuid: first?.contact?.bsuid },
    })
    await rowIs(await sends('obrigado', { number: DUDA }), 'DELIVERED')
  })
})

describe('a customer who takes another number', () => {
  const [CAIO, NEXT] = ['5511977770001', '5521966660002']
  const writes = async (body: string, phone = CAIO) => {
    graph.customerWrites(ours.phoneNumberId, phone, body)
    await settled()
    return last()
  }
  const notices = async () =>
    (await readOutbox(pg, SCHEMA, 'customerNumberChanged')).map(({ body, companyId }) => ({
      companyId,
      ...body.value,
    }))
  const moves = async () => (await admin<MergeView[]>('GET', `/whatsapp/${connection}/merges`)).body
  const conversations = () =>
    pg.sql<{ alias: string; conversation_id: string }>(
      `SELECT alias, conversation_id FROM ${SCHEMA}.conversation_aliases
        WHERE connection_id = $1 AND alias IN ($2, $3) ORDER BY alias`,
      [connection, `phone:${CAIO}`, `phone:${NEXT}`],
    )
  const changes = async () => {
    graph.customerChangesNumber(CAIO, NEXT)
    await settled()
    return (await notices()).at(-1)
  }

  it('is told once, to each company that they wrote to, with who they were and are', async () => {
    const before = (await writes('oi'))?.contact
    graph.customerWrites(theirs.phoneNumberId, CAIO, 'olá')
    await settled()
    graph.webhooks.repeatNext()
    await changes()
    const told = await notices()
    expect(told.map(({ companyId }) => companyId).toSorted()).toEqual([1, 2])
    const notice = told.find(({ companyId }) => companyId === 1)
    expect(notice).toMatchObject({
      connectionId: connection,
      remoteJid: `${CAIO}@s.whatsapp.net`,
      before: { number: CAIO, bsuid: before?.bsuid },
      after: { number: NEXT },
    })
    expect(notice?.after?.bsuid).toMatch(/^BR\./)
    expect(notice?.after?.bsuid).not.toBe(before?.bsuid)
    expect(await events()).toEqual([])
  })

  it('goes on in the same conversation', async () => {
    const ours = (await notices()).find(({ companyId }) => companyId === 1)
    const [old, present] = await conversations()
    expect(present?.conversation_id).toBe(old?.conversation_id)
    const arrived = await writes('sou eu', NEXT)
    expect(arrived).toMatchObject({
      conversationId: old?.conversation_id,
      remoteJid: `${NEXT}@s.whatsapp.net`,
      contact: { number: NEXT, bsuid: ours?.after?.bsuid },
    })
    await rowIs(await sends('para o novo', { number: NEXT }), 'DELIVERED')
    expect(graph.inbox(NEXT).at(-1)).toMatchObject({ message: { text: { body: 'para o novo' } } })
  })

  it('is written to where a queued message was meant to go', async () => {
    const [NINA, LATER] = ['5511977770011', '5521966660012']
    await writes('oi', NINA)
    graph.faults.next({ kind: 'refuse', status: 429, code: 130429 }, { path: '/messages' })
    const queued = await sends('pelo antigo', { number: NINA })
    await waitFor(async () => (await row(queued))?.tries === 1)
    graph.customerChangesNumber(NINA, LATER)
    await settled()
    await rowIs(queued, 'FAILED')
    expect(graph.inbox(LATER)).toEqual([])
    // Nobody is there any more, and the window was the former number's.
    expect((await row(queued))?.failure).toMatch(/^ERR_WAPP_/)
    expect(
      (
        await pg.sql<{ jid: string }>(
          `SELECT remote_jid AS jid FROM ${SCHEMA}.outbound WHERE message_id = $1`,
          [queued],
        )
      )[0]?.jid,
    ).toBe(`${NINA}@s.whatsapp.net`)
  })

  it('does not open the window by the notice', async () => {
    const [LIA, LATER] = ['5511977770003', '5521966660004']
    await writes('ontem', LIA)
    await pg.sql(
      `UPDATE ${SCHEMA}.inbound_messages SET sent_at = now() - interval '25 hours' WHERE remote_jid LIKE '${LIA}%'`,
    )
    graph.customerChangesNumber(LIA, LATER)
    await settled()
    const messageId = await sends('cedo demais', { number: LATER })
    await rowIs(messageId, 'FAILED')
    expect(await row(messageId)).toMatchObject({ failure: 'ERR_WAPP_WINDOW_CLOSED', network_id: null })
  })

  it('merges with the conversation that the new number had, and the undo gives all of it back', async () => {
    const [EVA, NEW] = ['5511977770005', '5521966660006']
    const first = await writes('pelo antigo', EVA)
    const other = await writes('pelo novo', NEW)
    expect(other?.conversationId).not.toBe(first?.conversationId)
    graph.customerChangesNumber(EVA, NEW)
    await settled()
    expect((await writes('de novo', NEW))?.conversationId).toBe(first?.conversationId)
    const [move] = await moves()
    expect(move?.names).toContain(`phone:${NEW}`)
    const undone = await admin('POST', `/whatsapp/merges/${move?.id}/undo`)
    expect(undone.status).toBe(200)
    const told = (await readOutbox(pg, SCHEMA, 'conversationsMerged')).at(-1)?.body.value
    expect(told).toMatchObject({
      undone: true,
      person: other?.contact && { number: NEW, bsuid: other.contact.bsuid },
    })
    expect((await writes('sou outra', NEW))?.conversationId).toBe(other?.conversationId)
    expect((await writes('e eu a primeira', EVA))?.conversationId).toBe(first?.conversationId)
  })

  it('leaves the former number to its next owner', async () => {
    const [IVO, NEW] = ['5511977770007', '5521966660008']
    const first = await writes('antigo dono', IVO)
    graph.customerChangesNumber(IVO, NEW)
    await settled()
    const user_id = 'BR.70000000000000000001'
    graph.network.announceMessages(ours.phoneNumberId, {
      contacts: [{ profile: { name: 'Outro' }, wa_id: IVO, user_id }],
      messages: [
        {
          from: IVO,
          from_user_id: user_id,
          id: 'wamid.next-owner',
          timestamp: String(Math.floor(Date.now() / 1_000)),
          type: 'text',
          text: { body: 'novo dono' },
        },
      ],
    })
    await settled()
    const next = await last()
    expect(next?.contact?.bsuid).not.toBe(first?.contact?.bsuid)
    expect(next?.conversationId).not.toBe(first?.conversationId)
    expect((await writes('continuo aqui', NEW))?.conversationId).toBe(first?.conversationId)
  })

  it('is known by ids alone while the number is hidden', async () => {
    const [GIL, NEW] = ['5511977770009', '5521966660010']
    Object.assign(graph.customer(GIL), { hidesNumber: true, username: '@gil' })
    const first = await writes('escondido', GIL)
    graph.customerChangesNumber(GIL, NEW)
    await settled()
    const notice = (await notices()).at(-1)
    expect(notice).toMatchObject({
      remoteJid: `${first?.contact?.bsuid}@bsuid`,
      before: { number: '', bsuid: first?.contact?.bsuid },
      after: { number: '' },
    })
    const later = await writes('ainda escondido', NEW)
    expect(later).toMatchObject({
      conversationId: first?.conversationId,
      contact: { number: '', bsuid: notice?.after?.bsuid },
    })
    expect(await events()).toEqual([])
  })
})

describe('what we send', () => {
  it('goes with our id, and its receipts come under Meta’s', async () => {
    graph.customerWrites(ours.phoneNumberId, RITA, 'oi')
    await settled()
    const messageId = await sends('boa tarde')
    await rowIs(messageId, 'DELIVERED')
    const arrival = graph.inbox(RITA).at(-1)
    const sent = await row(messageId)
    expect(sent?.network_id).toMatch(/^wamid\./)
    graph.customerReads(sent?.network_id ?? '')
    await rowIs(messageId, 'READ')
    expect(await told(messageId)).toEqual([1, 2, 3])
    expect(JSON.stringify(arrival)).toContain('boa tarde')
  })

  it.each([
    [
      'a file',
      { kind: 'image', body: 'legenda', media: true },
      { type: 'image', image: { caption: 'legenda' } },
    ],
    [
      'a position',
      {
        kind: 'locationMessage',
        body: '',
        location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua 1' },
      },
      { type: 'location', location: { name: 'Loja' } },
    ],
    [
      'a card',
      {
        kind: 'vcard',
        body: '',
        vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL;waid=5511955550101:+55 11 95555-0101\nEND:VCARD',
      },
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Ana' } }] },
    ],
  ])('may be %s', async (_name, { media, ...content }: Record<string, unknown>, expected) => {
    const key = 'companies/1/palette.png'
    const bytes = readFileSync(path.join(__dirname, 'fixtures/palette.png'))
    await gateway.ports.blobs.put(key, Readable.from([bytes]), { maxBytes: 1_000_000 })
    const file = {
      key,
      name: 'palette.png',
      mimeType: 'image/png',
      sizeBytes: bytes.length,
      width: 1,
      height: 1,
      durationSeconds: 0,
    }
    const messageId = await sends('', { ...content, ...(media === true && { media: file }) })
    await rowIs(messageId, 'DELIVERED')
    expect(graph.inbox(RITA).at(-1)).toMatchObject({ message: expected })
  })

  it('uploads a file once for many customers, and again once Meta has lost it', async () => {
    const key = 'companies/1/preco.png'
    const bytes = readFileSync(path.join(__dirname, 'fixtures/palette.png'))
    await gateway.ports.blobs.put(key, Readable.from([bytes]), { maxBytes: 1_000_000 })
    const size = { width: 1, height: 1, durationSeconds: 0 }
    const media = { key, name: 'preco.png', mimeType: 'image/png', sizeBytes: bytes.length, ...size }
    const before = graph.network.media.size
    const send = () => sends('', { kind: 'image', media })
    for (let index = 0; index < 3; index += 1) await rowIs(await send(), 'DELIVERED')
    expect(graph.network.media.size).toBe(before + 1)
    for (const one of graph.network.media.values()) one.expiresAtMs = 0
    await rowIs(await send(), 'FAILED')
    await rowIs(await send(), 'DELIVERED')
    expect(graph.network.media.size).toBe(before + 2)
  })

  it('may quote the customer and react to them', async () => {
    const id = graph.customerWrites(ours.phoneNumberId, RITA, 'cite-me')
    await settled()
    await rowIs(
      await sends('citando', { quotedWaId: id, quotedFromMe: false, quotedBody: 'cite-me' }),
      'DELIVERED',
    )
    expect(JSON.stringify(graph.inbox(RITA).at(-1))).toContain(id)
    const requestId = messageUuid((sequence += 1))
    await tell(gateway, 'outboundReactionRequested', {
      requestId,
      messageId: messageUuid(9_999),
      connectionId: connection,
      remoteJid: JID,
      participant: '',
      fromMe: false,
      waId: id,
      emoji: '👏',
    })
    await waitFor(async () => (await row(requestId))?.state === 'ACCEPTED')
  })

  it('is refused here when the window is closed', async () => {
    const messageId = await sends('tarde demais', { number: '5511999990077' })
    await rowIs(messageId, 'FAILED')
    expect(await row(messageId)).toMatchObject({ failure: 'ERR_WAPP_WINDOW_CLOSED', network_id: null })
    expect(graph.inbox('5511999990077')).toEqual([])
  })

  it('fails after its acceptance when Meta cannot deliver it, and a late "sent" changes nothing', async () => {
    graph.settings.receipts = {}
    const messageId = await sends('não chega')
    await rowIs(messageId, 'ACCEPTED')
    const { network_id: id } = (await row(messageId)) ?? {}
    graph.sendStatus(id ?? '', 'failed', { code: 131026 })
    await rowIs(messageId, 'FAILED')
    graph.sendStatus(id ?? '', 'sent')
    await settled()
    expect(await row(messageId)).toMatchObject({ state: 'FAILED', failure: 'ERR_WAPP_NOT_ON_WHATSAPP' })
    expect(await told(messageId)).toEqual([1, -1])
    graph.settings.receipts = { sentMs: 0, deliveredMs: 0 }
  })

  it('is not sent twice when the answer is lost, and the receipt settles it', async () => {
    graph.webhooks.hold()
    graph.faults.next({ kind: 'cut-after' })
    const before = graph.inbox(RITA).length
    const messageId = await sends('sem resposta')
    await rowIs(messageId, 'FAILED')
    expect(await row(messageId)).toMatchObject({ failure: 'ERR_WAPP_UNCONFIRMED', tries: 1 })
    graph.webhooks.release()
    await rowIs(messageId, 'DELIVERED')
    expect(graph.inbox(RITA).length - before).toBe(1)
    expect((await row(messageId))?.network_id).toMatch(/^wamid\./)
  })

  it('marks what was read, and shows that an agent types', async () => {
    const id = graph.customerWrites(ours.phoneNumberId, RITA, 'leu?')
    await settled()
    await tell(gateway, 'readMarkRequested', {
      connectionId: connection,
      remoteJid: JID,
      participant: '',
      waIds: [id],
    } as never)
    await waitFor(async () => (await pg.sql(`SELECT 1 FROM ${SCHEMA}.read_marks`)).length === 0)
  })

  it('waits for other credentials once Meta does not take the token', async () => {
    const token = graph.network.tokens.get(ours.token)
    if (token) token.isRevoked = true
    const messageId = await sends('com outro token')
    await waitFor(
      async () =>
        (await admin<ConnectionView>('GET', `/whatsapp/${connection}`)).body.lastEnd ===
        'credentials-refused',
    )
    ours.token = graph.addToken({ appId: ours.appId, accountIds: [ours.accountId] }).value
    expect((await admin('PUT', `/whatsapp/${connection}/cloud-account`, credentialsOf(ours))).status).toBe(
      200,
    )
    await rowIs(messageId, 'DELIVERED')
    expect(await readOutbox(pg, SCHEMA, 'outboundChanged')).not.toEqual([])
  })
})
