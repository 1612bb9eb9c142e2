import type { MessagesPage, MessageView, PromptView } from '@balcao/contracts'
import { deskEvent, orderingKeys, type Media, type MessageReceived } from '@balcao/contracts/wire'
import { MINUTE, SECOND, type Session } from '@balcao/kernel'
import { startFakeAssistants, type FakeAssistants } from '@balcao/testkit'

import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import { addTranscript } from '../src/features/messages'
import {
  callsTo,
  clearOutbox,
  COMPANY,
  connection,
  deliver,
  FOREIGN,
  outbox,
  person,
  phoneJid,
  queue,
  received,
  rig,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let admin: Session
let services: FakeAssistants
let vendas: number
let customers = 0

const form = { name: 'Atendente', prompt: 'Você atende uma padaria.', apiKey: 'sk-test' }

beforeAll(async () => {
  services = await startFakeAssistants()
  const { origin } = services
  desk = await rig({
    assistants: {
      origins: [origin],
      openAiUrl: `${origin}/v1`,
      openAiTranscriptionModel: 'ears',
      speechUrl: origin,
    },
  })
  call = await callsTo(desk)
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  vendas = await queue(desk, 'Vendas')
  await connection(desk, 1, { isDefault: true, queueIds: [vendas] })
})

afterAll(() => services.stop())

beforeEach(async () => {
  services.fail(undefined)
  services.seePictures(true)
  services.say('Pois não?')
  services.calls.length = 0
  await desk.pg.sql('DELETE FROM tickets.assistant_turns')
  await clearOutbox(desk)
  await usePrompt()
})

const usePrompt = async (fields: Record<string, unknown> = {}) => {
  const made = (await call(admin, 'POST', '/prompt', { ...form, queueId: vendas, ...fields }))
    .body as unknown as PromptView
  await call(admin, 'PUT', `/queue/${vendas}`, { promptId: made.id, integrationId: null })
  return made
}

const runJob = (name: string) =>
  desk.service.jobs.find((job) => job.name === name)!.run(new AbortController().signal)
const runJobs = () => runJob('tickets.assistants')

/* Two pages of Ogg Opus, the last one at this second. */
function voiceNote(seconds: number): Buffer {
  const page = (position: bigint, text: string) => {
    const head = Buffer.alloc(27)
    head.write('OggS')
    head.writeBigInt64LE(position, 6)
    return Buffer.concat([head, Buffer.from(text)])
  }
  return Buffer.concat([page(0n, 'OpusHead'), page(BigInt(seconds) * 48_000n, 'sound')])
}

async function store(content: Buffer, fields: Partial<Media> = {}): Promise<Media> {
  const key = `companies/${COMPANY}/2026/11/${desk.ports.ids.token(16)}.bin`
  await desk.ports.blobs.put(key, content)
  const file = { key, name: 'file', mimeType: 'audio/ogg', sizeBytes: content.length }
  return { ...file, width: 0, height: 0, durationSeconds: 0, ...fields }
}

const sound = async (seconds = 3) => ({
  kind: 'audio',
  body: '',
  media: await store(voiceNote(seconds), { durationSeconds: seconds }),
})
const picture = async (body = '', content = Buffer.from('picture')) => ({
  kind: 'image',
  body,
  media: await store(content, { mimeType: 'image/jpeg', name: 'foto.jpg' }),
})

const newCustomer = () => {
  customers += 1
  const number = String(5511955700000 + customers)
  const write = async (fields: Partial<MessageReceived>) => {
    const event = received(desk, { number, name: 'Joana Reis', ...fields })
    await deliver(desk, INBOUND_GROUP, event)
    return event.body.$case === 'messageReceived' ? event.body.value : undefined
  }
  const ticket = async () => {
    const [row] = await desk.pg.sql<Record<string, unknown>>(
      `SELECT t.* FROM tickets.tickets t JOIN tickets.contacts c ON c.id = t.contact_id WHERE c.number = $1`,
      [number],
    )
    return row ?? {}
  }
  const read = async (by = admin): Promise<MessageView[]> => {
    const { body } = await call(by, 'GET', `/messages/${String((await ticket())['id'])}`)
    return (body as unknown as MessagesPage).messages
  }
  const told = (type: 'messageMediaArrived' | 'messageRevised', waId: string, fields: object) =>
    deliver(
      desk,
      INBOUND_GROUP,
      deskEvent(desk.ports, orderingKeys.conversation(COMPANY, number), type, {
        connectionId: 1,
        remoteJid: phoneJid(number),
        participant: '',
        fromMe: false,
        waId,
        ...fields,
      } as never),
    )
  return {
    write,
    ticket,
    read,
    told,
    /** What it is answered. */
    says: async (fields: Partial<MessageReceived>) => {
      await write(fields)
      await runJobs()
      const sent = await outbox(desk, 'outboundRequested')
      await clearOutbox(desk)
      return sent.map(({ body }) => body['outboundRequested']?.['body'])
    },
  }
}

const callsOf = (path: string) => services.calls.filter((one) => one.path === path)
const HEARING = '/v1/audio/transcriptions'
const ASKING = '/v1/chat/completions'
const lines = () => callsOf(ASKING).at(-1)?.json['messages'] as { role: string; content: unknown }[]
const deadTurns = () => desk.pg.sql('SELECT failure FROM tickets.assistant_turns WHERE dead_at IS NOT NULL')
const find = async (word: string) =>
  ((await call(admin, 'GET', `/tickets?searchParam=${word}&showAll=true`)).body['tickets'] as unknown[])
    .length

describe('a customer’s voice note', () => {
  it('is heard, answered, shown to agents and found by its words', async () => {
    const joana = newCustomer()
    services.hear('Vocês têm sonho de creme?')
    services.say('Temos sim.')
    expect(await joana.says(await sound())).toEqual(['Temos sim.'])
    expect(lines().at(-1)).toEqual({ role: 'user', content: 'Vocês têm sonho de creme?' })
    const [note, answer] = await joana.read()
    expect(note).toMatchObject({ mediaType: 'audio', body: '', transcript: 'Vocês têm sonho de creme?' })
    expect(answer).toMatchObject({ body: 'Temos sim.', transcript: null })
    expect(await find('creme')).toBe(1)
    await joana.says({ body: 'obrigada' })
    expect(callsOf(HEARING)).toHaveLength(1)
    expect(lines().slice(1)).toEqual([
      { role: 'user', content: 'Vocês têm sonho de creme?' },
      { role: 'assistant', content: 'Temos sim.' },
      { role: 'user', content: 'obrigada' },
    ])
  })

  it('is not read from another company', async () => {
    const joana = newCustomer()
    await joana.says(await sound())
    const stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
    const { status } = await call(stranger, 'GET', `/messages/${String((await joana.ticket())['id'])}`)
    expect(status).toBe(404)
  })

  it('counts for the tokens of the month', async () => {
    const { id } = await usePrompt()
    await newCustomer().says(await sound())
    const used = await desk.pg.sql('SELECT tokens::int FROM tickets.prompt_usage WHERE prompt_id = $1', [id])
    expect(used).toEqual([{ tokens: 3 * 10 + 42 }])
  })

  it('is written down once, whatever fails after that', async () => {
    const joana = newCustomer()
    await joana.write(await sound())
    services.hear('primeira')
    // The model is away: the completion fails, the transcription does not.
    services.failOn(ASKING, 503)
    await runJobs()
    services.hear('segunda')
    services.failOn(ASKING, undefined)
    desk.ports.clock.advance(10 * SECOND)
    await runJobs()
    expect(callsOf(HEARING)).toHaveLength(1)
    expect(callsOf(ASKING)).toHaveLength(2)
    expect(lines().at(-1)).toEqual({ role: 'user', content: 'primeira' })
    expect((await outbox(desk, 'outboundRequested')).length).toBe(1)
  })

  it('is shown by the process that goes on for one that was killed before it could', async () => {
    const joana = newCustomer()
    await joana.write(await sound())
    const [note] = await joana.read()
    await desk.deps.documents.change(COMPANY, note!.id as never, addTranscript('palavra rara'))
    await desk.pg.sql('UPDATE tickets.assistant_turns SET tries = 1')
    await runJobs()
    expect(callsOf(HEARING)).toEqual([])
    expect(await find('rara')).toBe(1)
    const shown = await outbox(desk, 'messageChanged')
    expect(shown.map(({ body }) => body['messageChanged']?.['message'])).toMatchObject([
      { id: note!.id, transcript: 'palavra rara' },
    ])
    expect(lines().at(-1)?.content).toBe('palavra rara')
  })

  it('without a word is said to be so', async () => {
    services.hear('')
    const joana = newCustomer()
    expect(await joana.says(await sound())).toEqual(['Pois não?'])
    expect(lines().at(-1)?.content).toBe('[áudio sem palavras]')
    expect((await joana.read())[0]?.transcript).toBeNull()
  })

  it('is gone with its message', async () => {
    services.hear('segredo profundo')
    const joana = newCustomer()
    const sent = await joana.write(await sound())
    await runJobs()
    await joana.told('messageRevised', sent!.waId, { deleted: true, body: '' })
    expect(await find('profundo')).toBe(0)
    expect((await joana.read())[0]).toMatchObject({ isDeleted: true, transcript: null })
    await runJob('tickets.erase')
    const stored = await desk.pg.sql('SELECT body FROM tickets.message_documents')
    expect(JSON.stringify(stored)).not.toContain('profundo')
  })

  it.each([
    ['of more than five minutes', () => sound(301), 0],
    [
      'of a type that is not taken',
      async () => ({
        ...(await sound()),
        media: await store(Buffer.from('#!AMR'), { mimeType: 'audio/amr' }),
      }),
      0,
    ],
    [
      'of more than 5 MiB',
      async () => ({ ...(await sound()), media: await store(Buffer.alloc(5 * 1024 * 1024 + 1)) }),
      0,
    ],
  ])('%s is left to a person', async (_what, write, calls) => {
    const joana = newCustomer()
    expect(await joana.says(await write())).toEqual([])
    expect(services.calls).toHaveLength(calls)
    expect(await joana.ticket()).toMatchObject({
      use_integration: false,
      status: 'pending',
      queue_id: vendas,
    })
    expect(await deadTurns()).toEqual([])
  })

  it('whose sender understates its length is measured', async () => {
    const joana = newCustomer()
    const note = await sound(301)
    await joana.says({ ...note, media: { ...note.media, durationSeconds: 2 } })
    expect(services.calls).toEqual([])
  })

  it('is given to a person after three tries that failed, and when its file is gone', async () => {
    const joana = newCustomer()
    services.failOn(HEARING, 503)
    await joana.write(await sound())
    for (let tries = 0; tries < 4; tries += 1) {
      await runJobs()
      desk.ports.clock.advance(MINUTE)
    }
    services.failOn(HEARING, undefined)
    expect(callsOf(HEARING)).toHaveLength(3)
    expect(await joana.ticket()).toMatchObject({ use_integration: false, status: 'pending' })
    const bia = newCustomer()
    const note = await sound()
    await desk.ports.blobs.delete(note.media.key)
    expect(await bia.says(note)).toEqual([])
    expect(await deadTurns()).toEqual([{ failure: 'HTTP 503' }, { failure: 'the sound is missing' }])
  })

  it('is waited for while its file is fetched, at no cost of tries', async () => {
    const joana = newCustomer()
    const sent = await joana.write({ kind: 'audio', body: '', mediaPending: true })
    for (let look = 0; look < 5; look += 1) {
      await runJobs()
      desk.ports.clock.advance(6 * SECOND)
    }
    expect(services.calls).toEqual([])
    services.hear('agora sim')
    const { media } = await sound()
    await joana.told('messageMediaArrived', sent!.waId, { media, kind: 'audio' })
    await runJobs()
    expect(lines().at(-1)?.content).toBe('agora sim')
    expect(await outbox(desk, 'outboundRequested')).toHaveLength(1)
  })

  it('whose file does not come is left to a person', async () => {
    const joana = newCustomer()
    await joana.write({ kind: 'audio', body: '', mediaPending: true })
    await runJobs()
    desk.ports.clock.advance(4 * MINUTE)
    await runJobs()
    expect(await deadTurns()).toEqual([{ failure: 'the sound is missing' }])
    expect(await joana.ticket()).toMatchObject({ use_integration: false, status: 'pending' })
  })
})

describe('what a prompt speaks', () => {
  it('is its next memory, and is shown below the voice note', async () => {
    await usePrompt({ voice: 'pt-BR-FranciscaNeural', voiceKey: 'speech-key', voiceRegion: 'brazilsouth' })
    services.say('Abrimos às oito.')
    const joana = newCustomer()
    await joana.says({ body: 'que horas abre?' })
    const spoken = (await joana.read()).at(-1)
    expect(spoken).toMatchObject({ mediaType: 'audio', body: '', transcript: 'Abrimos às oito.' })
    expect(spoken?.media).toMatchObject({ mimeType: 'audio/ogg' })
    await joana.says({ body: 'e fecha?' })
    expect(lines().slice(1)).toEqual([
      { role: 'user', content: 'que horas abre?' },
      { role: 'assistant', content: 'Abrimos às oito.' },
      { role: 'user', content: 'e fecha?' },
    ])
    expect(await find('oito')).toBe(1)
  })
})

describe('a customer’s picture', () => {
  const DATA = `data:image/jpeg;base64,${Buffer.from('picture').toString('base64')}`
  const shown = { type: 'image_url', image_url: { url: DATA } }

  it('is seen with its caption, now and when the conversation goes on', async () => {
    const joana = newCustomer()
    await joana.says(await picture('quanto custa?'))
    expect(lines().at(-1)?.content).toEqual([{ type: 'text', text: 'quanto custa?' }, shown])
    await joana.says(await picture())
    expect(lines().at(-1)?.content).toEqual([shown])
    await joana.says({ body: 'e esse?' })
    expect(lines().filter(({ content }) => Array.isArray(content))).toHaveLength(2)
  })

  it('is left out where the model takes none, which is said to it', async () => {
    services.seePictures(false)
    services.say('Não consigo ver imagens.')
    const joana = newCustomer()
    expect(await joana.says(await picture('quanto custa?'))).toEqual(['Não consigo ver imagens.'])
    expect(callsOf(ASKING)).toHaveLength(2)
    expect(lines().at(-1)?.content).toBe('quanto custa?\n[imagem que você não pode ver]')
  })

  it('of a failing service is tried again like a text', async () => {
    const joana = newCustomer()
    services.failOn(ASKING, 503)
    expect(await joana.says(await picture())).toEqual([])
    expect(callsOf(ASKING)).toHaveLength(1)
    services.failOn(ASKING, undefined)
    desk.ports.clock.advance(10 * SECOND)
    await runJobs()
    expect(lines().at(-1)?.content).toEqual([shown])
  })

  it('is one of three at most, 3 MiB together, of a type that models read', async () => {
    const joana = newCustomer()
    await joana.says(await picture('grande', Buffer.alloc(3 * 1024 * 1024 + 1)))
    expect(lines().at(-1)?.content).toBe('grande\n[imagem que você não pode ver]')
    for (const name of ['um', 'dois', 'três']) await joana.says(await picture(name))
    const media = await store(Buffer.from('heic'), { mimeType: 'image/heic' })
    await joana.says({ kind: 'image', body: 'heic', media })
    expect(lines().filter(({ content }) => Array.isArray(content))).toHaveLength(2)
    expect(lines().at(-1)?.content).toBe('heic\n[imagem que você não pode ver]')
  })
})

it.each([
  [{ kind: 'video' }, '[vídeo que você não pode ver]'],
  [{ kind: 'sticker' }, '[figurinha]'],
  [
    { kind: 'locationMessage', location: { latitude: 1, longitude: 2, name: 'Loja', address: 'Rua 1' } },
    '[localização: Loja Rua 1]',
  ],
])('a model is told of %j what it is', async (fields, words) => {
  await newCustomer().says({ body: '', ...fields })
  expect(lines().at(-1)).toEqual({ role: 'user', content: words })
})
