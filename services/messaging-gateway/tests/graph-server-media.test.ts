import { createHash } from 'node:crypto'

import { CUSTOMER, idOf, startRig, type GraphAnswer, type Rig } from './graph-server-rig'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
  rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi')
})
afterEach(() => rig.stop())

const DAY = 24 * 3_600_000
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(100, 1)])
const PDF = Buffer.from('%PDF-1.7 nota')
const OPUS = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(20)])
const webp = (sizeBytes: number, moves = false) =>
  Buffer.concat([Buffer.from(`RIFF0000WEBP${moves ? 'ANIM' : 'VP8 '}`), Buffer.alloc(sizeBytes)])

async function upload(
  content: Buffer,
  type: string,
  fields: Record<string, string> = {},
): Promise<GraphAnswer> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ messaging_product: 'whatsapp', ...fields }))
    form.append(name, value)
  form.append('file', new Blob([new Uint8Array(content)], { type }), 'arquivo')
  const response = await fetch(`${rig.graph.url}/v26.0/${rig.phoneNumberId}/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${rig.token}` },
    body: form,
  })
  const body = (await response.json()) as Record<string, unknown>
  const error = body['error'] as { code: number } | undefined
  return { status: response.status, headers: response.headers, body, code: error?.code, details: undefined }
}

const uploaded = async (content: Buffer, type: string) => String((await upload(content, type)).body['id'])
const read = (url: string, token?: string) =>
  fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })

describe('an upload', () => {
  it('is read back through an address that needs the token and lasts five minutes', async () => {
    const id = await uploaded(JPEG, 'image/jpeg')
    const { body } = await rig.call('GET', id)
    expect(body).toEqual({
      messaging_product: 'whatsapp',
      url: expect.stringContaining(`mid=${id}`),
      mime_type: 'image/jpeg',
      sha256: createHash('sha256').update(JPEG).digest('hex'),
      file_size: JPEG.length,
      id,
    })
    const url = String(body['url'])
    const answer = await read(url, rig.token)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.from(await answer.arrayBuffer()).equals(JPEG)).toBe(true)
    expect((await read(url)).status).toBe(401)
    const stranger = rig.graph.addToken({ appId: rig.appId, accountIds: ['1'] }).value
    expect((await read(url, stranger)).status).toBe(404)
    rig.graph.advance(5 * 60_000)
    expect((await read(url, rig.token)).status).toBe(404)
    const again = await rig.call('GET', id)
    expect((await read(String(again.body['url']), rig.token)).status).toBe(200)
  })

  it.each<[string, Buffer, string, number]>([
    ['a voice note', OPUS, 'audio/ogg; codecs=opus', 200],
    ['a document', PDF, 'application/pdf', 200],
    ['a static sticker of 100 KB', webp(90_000), 'image/webp', 200],
    ['a larger static sticker', webp(110_000), 'image/webp', 400],
    ['an animated one of that size', webp(110_000, true), 'image/webp', 200],
    [
      'a picture of 5 MB',
      Buffer.concat([JPEG, Buffer.alloc(5 * 1_024 * 1_024 - JPEG.length)]),
      'image/jpeg',
      200,
    ],
    ['a larger picture', Buffer.concat([JPEG, Buffer.alloc(5 * 1_024 * 1_024)]), 'image/jpeg', 400],
    ['a picture of another type', JPEG, 'image/gif', 400],
    ['a program', Buffer.from('MZ'), 'application/octet-stream', 400],
  ])('of %s', async (_name, content, type, status) => {
    expect((await upload(content, type)).status).toBe(status)
  })

  it('needs its fields', async () => {
    expect(await upload(JPEG, 'image/jpeg', { messaging_product: 'sms' })).toMatchObject({
      status: 400,
      code: 100,
    })
    expect((await upload(JPEG, 'application/octet-stream', { type: 'image/jpeg' })).status).toBe(200)
    expect((await rig.call('POST', `${rig.phoneNumberId}/media`, { body: {} })).code).toBe(100)
  })

  it('is gone after 30 days, and when it is deleted', async () => {
    const id = await uploaded(JPEG, 'image/jpeg')
    const other = await uploaded(JPEG, 'image/jpeg')
    expect((await rig.call('DELETE', other)).body).toEqual({ success: true })
    expect((await rig.call('GET', other)).code).toBe(100)
    rig.graph.advance(30 * DAY - 1)
    expect((await rig.call('GET', id)).status).toBe(200)
    rig.graph.advance(1)
    expect((await rig.call('GET', id)).code).toBe(100)
  })

  it('belongs to its number', async () => {
    const id = await uploaded(JPEG, 'image/jpeg')
    expect((await rig.call('GET', `${id}?phone_number_id=${rig.phoneNumberId}`)).status).toBe(200)
    expect((await rig.call('GET', `${id}?phone_number_id=1`)).code).toBe(100)
  })
})

describe('a message with an upload', () => {
  it('arrives with it, once or many times', async () => {
    const id = await uploaded(JPEG, 'image/jpeg')
    for (const to of [CUSTOMER, CUSTOMER])
      expect((await rig.send({ type: 'image', image: { id } }, to)).status).toBe(200)
    await rig.graph.settle()
    expect(rig.graph.inbox(CUSTOMER)).toHaveLength(2)
  })

  it('is of its kind, or a document', async () => {
    const id = await uploaded(JPEG, 'image/jpeg')
    expect((await rig.send({ type: 'video', video: { id } })).code).toBe(131009)
    expect((await rig.send({ type: 'document', document: { id } })).status).toBe(200)
    const header = { type: 'image', image: { id: '1' } }
    const action = { buttons: [{ type: 'reply', reply: { id: '1', title: 'Sim' } }] }
    const interactive = { type: 'button', header, body: { text: 'Oi' }, action }
    expect((await rig.send({ type: 'interactive', interactive })).code).toBe(131009)
  })

  it('is of the account', async () => {
    const account = rig.graph.addBusinessAccount()
    const number = rig.graph.addPhoneNumber({ accountId: account.id, digits: '551140020000' })
    const token = rig.graph.addToken({ appId: rig.appId, accountIds: [account.id] }).value
    rig.graph.customerWrites(number.id, CUSTOMER, 'Oi')
    const id = await uploaded(JPEG, 'image/jpeg')
    const body = { messaging_product: 'whatsapp', to: CUSTOMER, type: 'image', image: { id } }
    expect((await rig.call('POST', `${number.id}/messages`, { token, body })).code).toBe(131009)
  })

  it('fails later when the bytes are not what the type says, or the link cannot be downloaded', async () => {
    const link = 'https://loja.example/fora.jpg'
    rig.graph.breakLink(link)
    const id = await uploaded(Buffer.from('no picture'), 'image/jpeg')
    for (const image of [{ id }, { link }]) {
      const messageId = idOf(await rig.send({ type: 'image', image }))
      await rig.graph.settle()
      expect(rig.webhook.statuses(messageId)).toMatchObject([
        { status: 'failed', errors: [{ code: 131053 }] },
      ])
    }
  })
})

describe("a customer's file", () => {
  it('has id, hash and address in the webhook, and is kept for seven days', async () => {
    const { mediaId } = rig.graph.customerSendsFile(rig.phoneNumberId, CUSTOMER, {
      kind: 'image',
      mimeType: 'image/jpeg',
      content: JPEG,
      caption: 'Este aqui',
    })
    await rig.graph.settle()
    const message = rig.webhook.messages().at(-1) as { type: string; image: Record<string, string> }
    expect(message).toMatchObject({
      type: 'image',
      image: {
        caption: 'Este aqui',
        mime_type: 'image/jpeg',
        sha256: createHash('sha256').update(JPEG).digest('base64'),
        id: mediaId,
      },
    })
    expect((await read(message.image['url'] ?? '', rig.token)).status).toBe(200)
    rig.graph.advance(7 * DAY)
    expect((await rig.call('GET', mediaId)).code).toBe(100)
  })
})
