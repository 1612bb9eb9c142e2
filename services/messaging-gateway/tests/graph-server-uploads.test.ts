import { readFileSync } from 'node:fs'
import path from 'node:path'

import { startRig, type Rig } from './graph-server-rig'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.stop())

const PICTURE = readFileSync(path.join(__dirname, 'fixtures/palette.png'))
const DAY = 24 * 60 * 60 * 1_000

interface Answered {
  status: number
  body: Record<string, unknown>
  code: number | undefined
  subcode: number | undefined
}

/** A request of a client that knows the guide only. */
async function ask(
  method: string,
  target: string,
  headers: Record<string, string>,
  content?: Buffer,
): Promise<Answered> {
  const response = await fetch(`${rig.graph.url}/v26.0/${target}`, {
    method,
    headers,
    ...(content && { body: new Uint8Array(content) }),
  })
  const body = (await response.json()) as Record<string, unknown>
  const error = body['error'] as { code: number; error_subcode?: number } | undefined
  return { status: response.status, body, code: error?.code, subcode: error?.error_subcode }
}

const asked = (own: Record<string, string> = {}) =>
  new URLSearchParams({
    file_name: 'vitrine.png',
    file_length: String(PICTURE.length),
    file_type: 'image/png',
    ...own,
  }).toString()
const start = (own: Record<string, string> = {}, app = 'app', token = rig.token) =>
  ask('POST', `${app}/uploads?${asked(own)}`, { authorization: `Bearer ${token}` })
const begin = async (own: Record<string, string> = {}) => String((await start(own)).body['id'])
const upload = (session: string, content: Buffer, own: Record<string, string> = {}) =>
  ask('POST', session, { authorization: `OAuth ${rig.token}`, file_offset: '0', ...own }, content)
const offset = async (session: string) =>
  (await ask('GET', session, { authorization: `OAuth ${rig.token}` })).body['file_offset']

async function otherApp(): Promise<string> {
  const app = await rig.graph.addApp({ secret: 'another' })
  return rig.graph.addToken({ appId: app.id, accountIds: [rig.accountId] }).value
}

describe('an upload', () => {
  it('of the app begins with an id and ends with a handle of the type', async () => {
    for (const app of ['app', rig.appId]) {
      const { status, body } = await start({}, app)
      expect({ status, id: body['id'] }).toEqual({
        status: 200,
        id: expect.stringMatching(/^upload:[\w-]+\?sig=[\w-]+$/),
      })
      const done = await upload(String(body['id']), PICTURE)
      expect(done).toMatchObject({ status: 200, body: { h: expect.stringMatching(/^4::aW1hZ2UvcG5n:/) } })
    }
  })

  it.each<[string, Record<string, string>]>([
    ['a type that the guide does not list', { file_type: 'image/webp' }],
    ['a film of a phone', { file_type: 'video/3gpp' }],
    ['a text', { file_type: 'text/plain' }],
    ['no length', { file_length: '' }],
    ['nothing in it', { file_length: '0' }],
    ['a length in words', { file_length: 'ten' }],
    ['more than pictures may have', { file_length: String(5 * 1024 * 1024 + 1) }],
  ])('of %s does not begin', async (_name, own) => {
    expect(await start(own)).toMatchObject({ status: 400, code: 100 })
  })

  it('takes image/jpg for image/jpeg', async () => {
    expect((await start({ file_type: 'image/jpg' })).status).toBe(200)
  })

  it('belongs to its app, and to users with a role on it', async () => {
    const other = await otherApp()
    expect(await start({}, rig.appId, other)).toMatchObject({ code: 100, subcode: 33 })
    const { value } = rig.graph.addToken({ appId: rig.appId, accountIds: [rig.accountId], hasAppRole: false })
    expect(await start({}, 'app', value)).toMatchObject({ status: 403, code: 200 })
    expect(await start({}, 'app', 'nobody')).toMatchObject({ status: 401, code: 190 })
    const session = await begin()
    const astray = await upload(session, PICTURE, { authorization: `OAuth ${other}` })
    expect(astray).toMatchObject({ code: 100, subcode: 33 })
    expect((await upload(session, PICTURE)).status).toBe(200)
  })

  it.each<[string, (session: string) => Promise<Answered>, number]>([
    ['without a token', (session) => ask('POST', session, { file_offset: '0' }, PICTURE), 104],
    [
      'with its token written another way',
      (session) => upload(session, PICTURE, { authorization: `Bearer ${rig.token}` }),
      104,
    ],
    [
      'without its offset',
      (session) => ask('POST', session, { authorization: `OAuth ${rig.token}` }, PICTURE),
      100,
    ],
    ['from another offset', (session) => upload(session, PICTURE, { file_offset: '5' }), 100],
    ['with a byte too many', (session) => upload(session, Buffer.concat([PICTURE, Buffer.alloc(1)])), 100],
    ['with another signature', (session) => upload(`${session}x`, PICTURE), 100],
    ['with other content', (session) => upload(session, Buffer.alloc(PICTURE.length)), 100],
  ])('is refused %s', async (_name, ask, code) => {
    const answer = await ask(await begin())
    expect({ code: answer.code, handle: answer.body['h'] }).toEqual({ code, handle: undefined })
  })

  it('that breaks off goes on where it was', async () => {
    const session = await begin()
    const cut = await upload(session, PICTURE.subarray(0, 100))
    expect({ code: cut.code, handle: cut.body['h'] }).toEqual({ code: 100, handle: undefined })
    expect(await offset(session)).toBe(100)
    const rest = await upload(session, PICTURE.subarray(100), { file_offset: '100' })
    expect(rest.body['h']).toEqual(expect.any(String))
    expect(await upload(session, PICTURE)).toMatchObject({ code: 100, subcode: 33 })
  })

  it('is over after a day', async () => {
    const session = await begin()
    rig.graph.advance(DAY)
    expect(await upload(session, PICTURE)).toMatchObject({ code: 100, subcode: 33 })
  })
})

describe('a template with the handle of an upload', () => {
  const create = (handle: string, format = 'IMAGE', token = rig.token) =>
    rig.call('POST', `${rig.accountId}/message_templates`, {
      token,
      body: {
        name: 'vitrine',
        language: 'pt_BR',
        category: 'MARKETING',
        components: [
          { type: 'HEADER', format, example: { header_handle: [handle] } },
          { type: 'BODY', text: 'A vitrine nova está pronta.' },
        ],
      },
    })
  const handle = async () => String((await upload(await begin(), PICTURE)).body['h'])
  const invalid = { status: 400, code: 131009, body: { error: { error_subcode: 2494102 } } }
  const sampleUrl = () => {
    const [header] = rig.graph.templates.read('vitrine').components
    return String((header!['example'] as { header_handle: string[] }).header_handle[0])
  }

  it('is created, and has the address of the sample from then on', async () => {
    expect((await create(await handle())).status).toBe(200)
    expect(sampleUrl()).toMatch(/^https:\/\/scontent\.whatsapp\.net\//)
  })

  it('is refused for one that is unknown, of another kind, of another app, or has expired', async () => {
    expect(await create('4::aW1hZ2UvcG5n:unknown')).toMatchObject(invalid)
    expect(await create(await handle(), 'DOCUMENT')).toMatchObject(invalid)
    expect(await create(await handle(), 'IMAGE', await otherApp())).toMatchObject(invalid)
    const old = await handle()
    rig.graph.advance(DAY)
    expect(await create(old)).toMatchObject(invalid)
    expect(() => rig.graph.templates.read('vitrine')).toThrow()
  })

  it('is edited with another upload, not with the address of its sample', async () => {
    await create(await handle())
    const template = rig.graph.templates.read('vitrine')
    rig.graph.templates.decide(template, 'APPROVED')
    const edit = (sample: string) =>
      rig.call('POST', template.id, {
        body: {
          components: [
            { type: 'HEADER', format: 'IMAGE', example: { header_handle: [sample] } },
            { type: 'BODY', text: 'A vitrine de verão está pronta.' },
          ],
        },
      })
    expect(await edit(sampleUrl())).toMatchObject({ code: 100, body: { error: { error_subcode: 2388273 } } })
    expect(template.editedAtMs).toEqual([])
    expect((await edit(await handle())).status).toBe(200)
  })
})
