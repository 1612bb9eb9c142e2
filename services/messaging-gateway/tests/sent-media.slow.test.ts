import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { readOutbox, waitFor } from '@balcao/testkit'
import type { proto } from '@whiskeysockets/baileys'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'
import { pdf } from './pdf-files'
import { SCHEMA } from './support'

const fixture = (name: string) => readFile(path.join(__dirname, 'fixtures', name))

/* A file that we sent, as the recipient's phone shows it before it is loaded. */
describe('a file that is sent', () => {
  let desk: Desk
  let account: Account
  let ana: Contact
  let id: number

  beforeAll(async () => {
    desk = await Desk.open({ gateway: { tuning: { outboundTimes: { acceptWithinMs: 30_000 } } } })
    account = desk.wa.account('5511940000001')
    ana = desk.wa.contact('5511999990001')
    id = await desk.link(account)
  })
  afterAll(() => desk.close())

  const sendBytes = async (
    content: Buffer,
    { kind, ...file }: { name: string; mimeType: string; kind: string },
  ): Promise<proto.IMessage> => {
    const media = { ...(await desk.puts(content)), ...file }
    const before = ana.inbox(account).messages.length
    await desk.sends(id, ana, '', { kind, media })
    const arrived = await waitFor(() => ana.inbox(account).messages[before], PATIENCE_MS)
    expect(ana.openMedia(arrived.message)).toEqual(content)
    return arrived.message
  }
  const send = async (name: string, mimeType: string, kind: string) =>
    sendBytes(await fixture(name), { name, mimeType, kind })
  const sendPdf = async (content: Buffer) => {
    const file = { name: 'pedido.pdf', mimeType: 'application/pdf', kind: 'application' }
    return (await sendBytes(content, file)).documentMessage
  }

  it('shows a photo, upright', async () => {
    const { imageMessage } = await send('turned.jpg', 'image/jpeg', 'image')
    expect(imageMessage).toMatchObject({ width: 200, height: 320 })
    const thumbnail = Buffer.from(imageMessage?.jpegThumbnail ?? [])
    expect(thumbnail.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'))
    expect(thumbnail.length).toBeLessThan(4_000)
  })

  it('shows a WebP that goes as a document', async () => {
    const { documentMessage } = await send('lossy.webp', 'image/webp', 'image')
    expect(Buffer.from(documentMessage?.jpegThumbnail ?? []).length).toBeGreaterThan(100)
  })

  it('shows the first page of a PDF', async () => {
    const documentMessage = await sendPdf(pdf())
    const thumbnail = Buffer.from(documentMessage?.jpegThumbnail ?? [])
    expect(thumbnail.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'))
    expect(thumbnail.length).toBeLessThan(4_000)
    const [drawn, ...more] = await readOutbox(desk.pg, SCHEMA, 'outboundPageDrawn')
    expect(drawn?.body.value.thumbnail).toBe(thumbnail.toString('base64'))
    expect(more).toEqual([])
  })

  it('goes without a page when it is a PDF that is broken', async () => {
    const documentMessage = await sendPdf(pdf().subarray(0, 120))
    expect(documentMessage?.jpegThumbnail ?? []).toHaveLength(0)
  })

  it('goes without a thumbnail when it is none that can be decoded', async () => {
    const { imageMessage } = await send('voice.opus', 'image/png', 'image')
    expect(imageMessage?.jpegThumbnail ?? []).toHaveLength(0)
  })

  it('has the bars of its sound', async () => {
    const { audioMessage } = await send('voice.opus', 'audio/ogg; codecs=opus', 'audio')
    expect(audioMessage).toMatchObject({ ptt: true, seconds: 4 })
    const bars = [...(audioMessage?.waveform ?? [])]
    expect(bars).toHaveLength(64)
    expect([bars[8], bars[24], bars[56]]).toEqual([0, 100, 0])
  })

  it('is built once, however often it is sent', async () => {
    const before = ana.inbox(account).messages.length
    const uploads = desk.wa.media.uploads.length
    desk.wa.faults.cut({ direction: 'in', tag: 'message', when: 'before' })
    const media = { ...(await desk.puts(await fixture('grey.png'))), name: 'a.png', mimeType: 'image/png' }
    const messageId = await desk.sends(id, ana, '', { kind: 'image', media })
    const arrived = await waitFor(() => ana.inbox(account).messages[before], PATIENCE_MS)
    expect(arrived.message.imageMessage?.jpegThumbnail?.length).toBeGreaterThan(100)
    expect((await desk.outbound(messageId)).tries).toBe(2)
    expect(desk.wa.media.uploads).toHaveLength(uploads + 1)
  })
})
