import { encodeWaveform, WAVEFORM_BARS, type MessageView } from '@balcao/contracts'
import { type EventValue } from '@balcao/contracts/wire'
import {
  ana,
  arrive,
  call,
  desk,
  happens,
  lastChange,
  NUMBER,
  tickets,
  useMessageDesk,
  written,
} from './message-desk'
import { clearOutbox, FOREIGN, outbox, phoneJid, received } from './support'

useMessageDesk()

const PHOTO = {
  key: 'companies/7/2026/11/a.jpg',
  name: 'foto.jpg',
  mimeType: 'image/jpeg',
  sizeBytes: 4,
  width: 2,
  height: 2,
  durationSeconds: 0,
}
const fileOf = (fields: Partial<EventValue<'messageMediaArrived'>> = {}) =>
  happens('messageMediaArrived', {
    connectionId: 1,
    remoteJid: phoneJid(NUMBER),
    participant: '',
    fromMe: false,
    waId: 'C1',
    kind: 'image',
    media: PHOTO,
    ...fields,
  })

const waitOf = (mediaWait: string, over: { waId?: string; company?: typeof FOREIGN } = {}) => {
  const { waId = 'C1', company } = over
  const identity = { connectionId: 1, remoteJid: phoneJid(NUMBER), participant: '', fromMe: false, waId }
  return happens('messageMediaWaitChanged', { ...identity, mediaWait }, company)
}

const AD = {
  title: 'Bolo de pote',
  body: '2 por 1',
  url: 'https://fb.me/abc',
  sourceType: 'ad',
  sourceId: '2385',
  thumbnail: '/9j/4A==',
}
const filled = (fields: Partial<EventValue<'placeholderFilled'>> = {}, company?: typeof FOREIGN) => {
  const value = received(desk, { number: NUMBER, waId: 'C1' }).body.value as EventValue<'placeholderFilled'>
  return happens('placeholderFilled', { ...value, body: 'quero bolo', ...fields }, company)
}

describe('a message without its content', () => {
  const waiting = { kind: 'placeholder', body: '' }
  const pageOf = async (ticketId: number) =>
    ((await call(ana, 'GET', `/messages/${ticketId}?markAsRead=false`)).body['messages'] as MessageView[])[0]

  it('waits in its place and has it there when it comes, once', async () => {
    const { ticketId } = await written(waiting)
    const before = await pageOf(ticketId)
    expect(before).toMatchObject({ mediaType: 'placeholder', body: '', ad: null })
    await arrive(received(desk, { number: NUMBER, waId: 'C2', body: 'e preço?' }))
    await clearOutbox(desk)
    await arrive(filled({ ad: AD, marks: ['forwarded'] }))
    await arrive(filled({ body: 'outra vez' }))
    const { thumbnail, ...ad } = AD
    expect(await pageOf(ticketId)).toMatchObject({
      id: before?.id,
      seq: 1,
      createdAt: before?.createdAt,
      mediaType: 'chat',
      body: 'quero bolo',
      marks: ['forwarded'],
      ad: { ...ad, thumbnail: `data:image/jpeg;base64,${thumbnail}` },
    })
    expect(await tickets()).toMatchObject([{ last_message: 'e preço?', unread_messages: 2 }])
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['messageChanged'])
    expect(await lastChange()).toMatchObject({ kind: 'chat', body: 'quero bolo' })
    const found = await call(ana, 'GET', '/tickets?searchParam=quero bolo&showAll=true')
    expect(found.body['tickets']).toMatchObject([{ id: ticketId }])
  })

  it('has its file and is the last of its ticket', async () => {
    const { ticketId } = await written(waiting)
    await arrive(filled({ kind: 'image', body: '', mediaPending: true, mediaWait: 'volume' }))
    expect(await pageOf(ticketId)).toMatchObject({
      mediaType: 'image',
      mediaState: 'pending',
      mediaWait: 'volume',
    })
    await arrive(fileOf())
    expect(await pageOf(ticketId)).toMatchObject({
      mediaState: null,
      mediaWait: null,
      media: { name: 'foto.jpg' },
    })
    expect(await tickets()).toMatchObject([{ last_message: 'foto.jpg' }])
  })

  it('says that only the phone shows it, and has it when it comes all the same', async () => {
    const { ticketId } = await written(waiting)
    await arrive(filled({ kind: 'phoneOnly', body: '' }))
    expect(await pageOf(ticketId)).toMatchObject({ mediaType: 'phoneOnly', body: '' })
    await arrive(filled())
    expect(await pageOf(ticketId)).toMatchObject({ mediaType: 'chat', body: 'quero bolo' })
  })

  it('says what it was edited to while it waited, and nothing when it was deleted', async () => {
    const { ticketId } = await written(waiting)
    const revision = {
      connectionId: 1,
      remoteJid: phoneJid(NUMBER),
      participant: '',
      fromMe: false,
      waId: 'C1',
      otherJids: [],
    }
    await arrive(happens('messageRevised', { ...revision, deleted: false, body: 'quero dois' }))
    await arrive(filled())
    expect(await pageOf(ticketId)).toMatchObject({ body: 'quero dois', isEdited: true })
    await arrive(received(desk, { number: NUMBER, waId: 'C9', ...waiting }))
    await arrive(happens('messageRevised', { ...revision, waId: 'C9', deleted: true, body: '' }))
    await desk.ports.blobs.put(PHOTO.key, Buffer.from('foto'), { maxBytes: 10 })
    await arrive(filled({ waId: 'C9', kind: 'image', media: PHOTO }))
    expect(await desk.ports.blobs.info(PHOTO.key)).toBeUndefined()
    const [document] = await desk.pg.sql<{ body: { body: string } }>(
      `SELECT d.body FROM tickets.message_documents d JOIN tickets.messages m ON m.id = d.id WHERE m.wa_id = 'C9'`,
    )
    expect(document?.body.body ?? '').toBe('')
  })

  it('is not filled by another company, nor one that has its content', async () => {
    const { ticketId } = await written(waiting)
    await arrive(filled({}, FOREIGN))
    expect(await pageOf(ticketId)).toMatchObject({ mediaType: 'placeholder' })
    await arrive(received(desk, { number: NUMBER, waId: 'C5', body: 'inteira' }))
    await arrive(filled({ waId: 'C5', body: 'trocada' }))
    const page = (await call(ana, 'GET', `/messages/${ticketId}?markAsRead=false`)).body[
      'messages'
    ] as MessageView[]
    expect(page.map(({ body }) => body)).toEqual(['', 'inteira'])
  })
})

describe('a message without its file', () => {
  const late = { kind: 'image', body: '', mediaPending: true, marks: ['forwarded', 'viewOnce'] }
  const pageOf = async (ticketId: number) =>
    ((await call(ana, 'GET', `/messages/${ticketId}?markAsRead=false`)).body['messages'] as MessageView[])[0]

  it('says so, with what is shown above it, until the file is there', async () => {
    const { ticketId } = await written(late)
    expect(await pageOf(ticketId)).toMatchObject({
      mediaState: 'pending',
      // The previous version of the gateway says no more.
      mediaWait: null,
      media: null,
      marks: ['forwarded', 'viewOnce'],
    })
    const waveform = encodeWaveform(Array.from({ length: WAVEFORM_BARS }, (_, at) => at))
    await arrive(fileOf({ media: { ...PHOTO, waveform, thumbnail: '/9j/' } }))
    const media = { name: 'foto.jpg', waveform, thumbnail: 'data:image/jpeg;base64,/9j/' }
    expect(await pageOf(ticketId)).toMatchObject({ media, mediaState: null, mediaType: 'image' })
    expect(await tickets()).toMatchObject([{ last_message: 'foto.jpg', unread_messages: 1 }])
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['messageChanged', 'ticketChanged'])
  })

  it('says what the file waits for, and what else it waits for later, until the file is there', async () => {
    const { ticketId } = await written({ ...late, mediaWait: 'plan' })
    const before = await pageOf(ticketId)
    expect(before).toMatchObject({ mediaState: 'pending', mediaWait: 'plan' })
    await clearOutbox(desk)
    const change = waitOf('volume')
    await arrive(change)
    await arrive(change)
    expect(await outbox(desk, 'messageChanged')).toHaveLength(1)
    expect(await lastChange()).toMatchObject({ mediaState: 'pending', mediaWait: 'volume' })
    await arrive(waitOf('retry'))
    const after = await pageOf(ticketId)
    expect(after).toMatchObject({ id: before?.id, seq: before?.seq, mediaWait: 'retry', media: null })
    expect(await tickets()).toMatchObject([{ unread_messages: 1 }])
    await arrive(fileOf())
    const arrived = { id: before?.id, mediaState: null, mediaWait: null, media: { name: 'foto.jpg' } }
    expect(await pageOf(ticketId)).toMatchObject(arrived)
    await arrive(waitOf('plan'))
    expect(await pageOf(ticketId)).toMatchObject(arrived)
    expect(await desk.pg.sql(`SELECT media_wait FROM tickets.messages`)).toEqual([{ media_wait: null }])
  })

  it('shows no reason that this version does not know', async () => {
    const { ticketId } = await written({ ...late, mediaWait: 'plan' })
    await arrive(waitOf('moon'))
    expect(await pageOf(ticketId)).toMatchObject({ mediaState: 'pending', mediaWait: null })
  })

  it('does not take the reason of another company’s file, nor of another message’s', async () => {
    const { ticketId } = await written({ ...late, mediaWait: 'retry' })
    await clearOutbox(desk)
    await arrive(waitOf('plan', { company: FOREIGN }))
    await arrive(waitOf('plan', { waId: 'UNKNOWN' }))
    expect(await pageOf(ticketId)).toMatchObject({ mediaWait: 'retry' })
    expect(await outbox(desk)).toEqual([])
  })

  it('says when it will never be, and waits for nothing then', async () => {
    const { ticketId } = await written({ ...late, mediaWait: 'retry' })
    await arrive(fileOf({ media: undefined }))
    expect(await lastChange()).toMatchObject({ mediaState: 'gone' })
    await arrive(waitOf('plan'))
    expect(await pageOf(ticketId)).toMatchObject({ mediaState: 'gone', mediaWait: null })
  })

  it('keeps the first file; files that are never shown are deleted', async () => {
    await desk.ports.blobs.put(PHOTO.key, Buffer.from('foto'), { maxBytes: 10 })
    const other = { ...PHOTO, key: 'companies/7/2026/11/b.jpg' }
    await desk.ports.blobs.put(other.key, Buffer.from('foto'), { maxBytes: 10 })
    await written(late)
    await arrive(fileOf())
    await arrive(fileOf({ media: other }))
    await arrive(fileOf({ waId: 'UNKNOWN', media: other }))
    expect(await desk.ports.blobs.info(PHOTO.key)).toBeDefined()
    expect(await desk.ports.blobs.info(other.key)).toBeUndefined()
    expect(await outbox(desk, 'messageChanged')).toHaveLength(1)
  })
})
