import * as baileys from '@whiskeysockets/baileys'

import {
  addLinkPreview,
  buildEdit,
  buildOutboundContent,
  buildReaction,
  buildRevoke,
  type OutboundContent,
  type ResolvedMessage,
} from './outbound-content'
import { MESSAGE_EDIT, REVOKE } from './read-protocol'
import { readContent } from './read-content'
import type { UploadedMedia } from './upload-media'

const { proto } = baileys

const customer = '5511955550101@s.whatsapp.net'
const group = '120363000000000001@g.us'
const author = {
  own: { pn: '5511900000000@s.whatsapp.net', lid: '1111@lid' },
  messageSecret: new Uint8Array(32).fill(5),
  now: new Date('2026-11-21T12:00:00Z'),
}

const write = (message: Partial<ResolvedMessage>): ResolvedMessage => ({
  waId: '3EB0AA',
  jid: customer,
  kind: 'chat',
  body: '',
  media: undefined,
  quoted: undefined,
  location: undefined,
  vcard: '',
  typingMs: 0,
  ...message,
})

const media = {
  name: 'nota.pdf',
  key: 'companies/1/a.pdf',
  mimeType: 'application/pdf',
  sizeBytes: 3,
  open: () => Promise.reject(new Error('not here')),
}

const base64 = (fill: number) => Buffer.alloc(32, fill).toString('base64')

const uploaded = (part: Partial<UploadedMedia>): UploadedMedia => ({
  type: 'document',
  url: 'https://mmg.whatsapp.net/a',
  directPath: '/a',
  mediaKey: base64(1),
  fileSha256: base64(2),
  fileEncSha256: base64(3),
  fileLength: 3,
  mediaKeyTimestamp: 1_790_000_000,
  mimetype: 'application/pdf',
  name: 'nota.pdf',
  width: 0,
  height: 0,
  thumbnail: '',
  durationSeconds: 0,
  isVoiceNote: false,
  waveform: '',
  ...part,
})

/** The message as the recipient decodes it. */
const arrived = ({ message }: OutboundContent): Record<string, unknown> =>
  proto.Message.decode(proto.Message.encode(message).finish()).toJSON()

/** The message that the library itself would send. */
async function theirs(
  content: baileys.AnyMessageContent,
  options: object = {},
): Promise<Record<string, unknown>> {
  const message = await baileys.generateWAMessage(customer, content, {
    userJid: author.own.pn,
    logger: undefined,
    upload: () => Promise.reject(new Error('not here')),
    ...options,
  } as baileys.MessageGenerationOptions)
  return proto.Message.decode(proto.Message.encode(message.message ?? {}).finish()).toJSON()
}

const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL;waid=5511955550101:+55 11 95555-0101\nEND:VCARD'
const place = { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A, 1' }

/** Without the fields that are random in each message. */
const comparable = (message: Record<string, unknown>): unknown =>
  JSON.parse(
    JSON.stringify(message, (key, value: unknown) =>
      ['messageContextInfo', 'timestampMs', 'senderTimestampMs'].includes(key) ? undefined : value,
    ),
  )

describe('a message', () => {
  const target = { chat: { phone: '5511955550101' }, author: undefined, fromMe: false, waId: '3EB0BB' }
  const key = { remoteJid: customer, fromMe: true, id: '3EB0BB' }

  it.each<[string, OutboundContent, baileys.AnyMessageContent]>([
    [
      'text',
      buildOutboundContent(write({ body: '*oi* https://a.b' }), undefined, author),
      { text: '*oi* https://a.b', linkPreview: null },
    ],
    [
      'place',
      buildOutboundContent(write({ kind: 'locationMessage', location: place }), undefined, author),
      { location: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Loja', address: 'Rua A, 1' } },
    ],
    [
      'contact',
      buildOutboundContent(write({ kind: 'vcard', vcard }), undefined, author),
      { contacts: { contacts: [{ displayName: 'Ana', vcard }] } },
    ],
    [
      'contacts',
      buildOutboundContent(write({ kind: 'vcard', vcard: `${vcard}\n${vcard}` }), undefined, author),
      {
        contacts: {
          displayName: '2 contatos',
          contacts: [
            { displayName: 'Ana', vcard },
            { displayName: 'Ana', vcard },
          ],
        },
      },
    ],
    [
      'deletion',
      buildRevoke({ waId: 'x', targetWaId: '3EB0BB', jid: customer, author: undefined }, author),
      { delete: key },
    ],
    [
      'edit',
      buildEdit({ waId: 'x', targetWaId: '3EB0BB', jid: customer, body: 'b' }, author),
      { edit: key, text: 'b', linkPreview: null },
    ],
    [
      'reaction',
      buildReaction({ waId: 'x', jid: customer, target, emoji: '👍' }, author),
      { react: { key: { ...key, fromMe: false }, text: '👍' } },
    ],
    [
      'reaction taken back',
      buildReaction({ waId: 'x', jid: customer, target, emoji: '' }, author),
      { react: { key: { ...key, fromMe: false }, text: '' } },
    ],
  ])('of kind %s is what the library would send', async (_name, ours, content) => {
    expect(comparable(arrived(ours))).toEqual(comparable(await theirs(content)))
  })

  it('that quotes is what the library would send', async () => {
    const quoted = { waId: '3EB0CC', fromMe: false, author: undefined, body: 'antes' }
    const message = {
      key: { remoteJid: customer, fromMe: false, id: '3EB0CC' },
      message: { conversation: 'antes' },
    }
    const expected = await theirs({ text: 'sim', linkPreview: null }, { quoted: message })
    expect(
      comparable(arrived(buildOutboundContent(write({ body: 'sim', quoted }), undefined, author))),
    ).toEqual(comparable(expected))
  })

  it('that is forwarded is what the library would send', async () => {
    const original = {
      key: { remoteJid: customer, fromMe: false, id: '3EB0CC' },
      message: { conversation: 'oi' },
    }
    const ours = buildOutboundContent(write({ body: 'oi', isForwarded: true }), undefined, author)
    expect(comparable(arrived(ours))).toEqual(comparable(await theirs({ forward: original })))
  })

  it.each<[string, string, NonNullable<ResolvedMessage['quoted']>, string]>([
    ['us', customer, { waId: 'a', fromMe: true, author: undefined, body: '' }, author.own.pn],
    [
      'us in a chat by privacy id',
      '99@lid',
      { waId: 'a', fromMe: true, author: undefined, body: '' },
      author.own.lid,
    ],
    ['the customer', customer, { waId: 'a', fromMe: false, author: undefined, body: '' }, customer],
    ['a member of a group', group, { waId: 'a', fromMe: false, author: { lid: '77' }, body: '' }, '77@lid'],
    [
      'us in a group by privacy id',
      group,
      { waId: 'a', fromMe: true, author: { lid: '1111' }, body: '' },
      '1111@lid',
    ],
  ])('quoting %s names who wrote', (_name, jid, quoted, participant) => {
    const { message } = buildOutboundContent(write({ body: 'sim', jid, quoted }), undefined, author)
    expect(message.extendedTextMessage?.contextInfo).toMatchObject({ stanzaId: 'a', participant })
  })

  it('is the same at a retry', () => {
    const message = write({ body: 'sim' })
    expect(buildOutboundContent(message, undefined, author)).toEqual(
      buildOutboundContent(message, undefined, author),
    )
  })

  it.each<[string, Partial<ResolvedMessage>]>([
    ['says nothing', { body: ' \n' }],
    ['has a file that was not uploaded', { kind: 'image', media }],
    ['has a card that is none', { kind: 'vcard', vcard: 'Ana' }],
  ])('that %s is refused for good', (_name, message) => {
    expect(() => buildOutboundContent(write(message), undefined, author)).toThrow(
      expect.objectContaining({ code: 'ERR_CREATING_MESSAGE', kind: 'invalid' }) as Error,
    )
  })

  it('edits to nothing are refused for good', () => {
    const edit = { waId: 'x', targetWaId: 'y', jid: customer, body: '' }
    expect(() => buildEdit(edit, author)).toThrow('ERR_CREATING_MESSAGE')
  })
})

describe('the frame', () => {
  const target = { waId: 'x', targetWaId: 'y', jid: group, author: { lid: '1111' } }

  it('of a deletion or an edit says so outside of the message', () => {
    expect(buildRevoke(target, author).additionalAttributes).toEqual({ edit: '7' })
    expect(buildEdit({ ...target, body: 'b' }, author).additionalAttributes).toEqual({ edit: '1' })
    expect(buildOutboundContent(write({ body: 'a' }), undefined, author).additionalAttributes).toEqual({})
  })

  it('of a deletion in a group names who wrote', () => {
    expect(buildRevoke(target, author).message.protocolMessage?.key).toEqual({
      remoteJid: group,
      fromMe: true,
      id: 'y',
      participant: '1111@lid',
    })
  })

  it('uses the numbers of the protocol', () => {
    expect(REVOKE).toBe(proto.Message.ProtocolMessage.Type.REVOKE)
    expect(MESSAGE_EDIT).toBe(proto.Message.ProtocolMessage.Type.MESSAGE_EDIT)
  })
})

describe('a file', () => {
  it.each<[string, Partial<UploadedMedia>, Partial<ResolvedMessage>, string, object]>([
    [
      'image',
      { type: 'image', mimetype: 'image/png', width: 4, height: 3, thumbnail: 'AQI=' },
      { kind: 'image', body: 'c' },
      'imageMessage',
      { caption: 'c', width: 4, height: 3, jpegThumbnail: 'AQI=' },
    ],
    [
      'image that goes as a document',
      { mimetype: 'image/webp', thumbnail: 'AQI=' },
      { kind: 'image', body: 'c' },
      'documentMessage',
      { caption: 'c', fileName: 'nota.pdf', jpegThumbnail: 'AQI=' },
    ],
    [
      'video',
      {
        type: 'video',
        mimetype: 'video/mp4',
        width: 4,
        height: 3,
        durationSeconds: 7,
        thumbnail: 'AQI=',
      },
      { kind: 'video', body: 'c' },
      'videoMessage',
      { caption: 'c', width: 4, height: 3, seconds: 7, jpegThumbnail: 'AQI=' },
    ],
    ['sticker', { type: 'sticker', mimetype: 'image/webp' }, { kind: 'sticker' }, 'stickerMessage', {}],
    [
      'voice note',
      { type: 'audio', isVoiceNote: true, durationSeconds: 5, waveform: 'AQI=' },
      { kind: 'audio' },
      'audioMessage',
      { ptt: true, seconds: 5, waveform: 'AQI=' },
    ],
    ['sound', { type: 'audio', mimetype: 'audio/mpeg' }, { kind: 'audio' }, 'audioMessage', { ptt: false }],
    [
      'document',
      {},
      { kind: 'application', body: 'segue' },
      'documentMessage',
      { fileName: 'nota.pdf', title: 'nota.pdf', caption: 'segue' },
    ],
  ])('of kind %s is built from what was uploaded', (_name, part, message, field, shown) => {
    const sent = arrived(buildOutboundContent(write({ media, ...message }), uploaded(part), author))
    expect(sent[field]).toMatchObject({
      url: 'https://mmg.whatsapp.net/a',
      directPath: '/a',
      mediaKey: base64(1),
      fileSha256: base64(2),
      fileEncSha256: base64(3),
      fileLength: '3',
      ...shown,
    })
  })

  it('survives the way through JSON', () => {
    const stored = JSON.parse(JSON.stringify(uploaded({ type: 'image' }))) as UploadedMedia
    const message = write({ kind: 'image', media })
    expect(buildOutboundContent(message, stored, author)).toEqual(
      buildOutboundContent(message, uploaded({ type: 'image' }), author),
    )
  })

  it('whose words are its name has no caption', () => {
    const { message } = buildOutboundContent(
      write({ media, kind: 'application', body: 'nota.pdf' }),
      uploaded({}),
      author,
    )
    expect(message.documentMessage).not.toHaveProperty('caption')
  })

  it('can be fetched by its recipient', () => {
    const { message } = buildOutboundContent(
      write({ media, kind: 'image', body: 'c' }),
      uploaded({ type: 'image' }),
      author,
    )
    expect(readContent(message)).toMatchObject({ kind: 'image', body: 'c', media: { sizeBytes: 3 } })
  })
})

describe('the preview of a link', () => {
  const { message } = buildOutboundContent(write({ body: 'veja https://a.example' }), undefined, author)
  const preview = {
    matchedText: 'https://a.example',
    title: 'A',
    description: 'b',
    thumbnail: Buffer.of(1, 2),
  }

  it('stands beside the text', () =>
    expect(addLinkPreview(message, preview)).toEqual({
      ...message,
      extendedTextMessage: {
        text: 'veja https://a.example',
        matchedText: 'https://a.example',
        title: 'A',
        description: 'b',
        previewType: proto.Message.ExtendedTextMessage.PreviewType.NONE,
        jpegThumbnail: Buffer.of(1, 2),
      },
    }))

  it('has no picture where the page has none, and changes nothing where there is no preview', () => {
    const plain = addLinkPreview(message, { ...preview, thumbnail: Buffer.alloc(0) })
    expect(plain.extendedTextMessage).not.toHaveProperty('jpegThumbnail')
    expect(addLinkPreview(message, undefined)).toBe(message)
  })
})
