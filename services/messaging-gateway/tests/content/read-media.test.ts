import { encodeWaveform, WAVEFORM_BARS } from '@balcao/contracts'
import type { proto } from '@whiskeysockets/baileys'

import { readContent } from '../../src/adapters/whatsapp/baileys/content/read-content'
import { base64, bytes, file, point, read, readMessage, vcard, type Message } from './read-fixtures'

describe('a file', () => {
  it.each<[string, proto.IMessage, Partial<Message>, object]>([
    [
      'image',
      { imageMessage: { ...file, caption: 'c', mimetype: 'image/png' } },
      { kind: 'image', body: 'c' },
      { type: 'image', claimedMimeType: 'image/png' },
    ],
    [
      'video',
      { videoMessage: { ...file, caption: 'c', seconds: 9 } },
      { kind: 'video', body: 'c' },
      { type: 'video', durationSeconds: 9, claimedMimeType: 'video/mp4' },
    ],
    ['gif', { videoMessage: { ...file, gifPlayback: true } }, { kind: 'video' }, { type: 'video' }],
    [
      'video note',
      { ptvMessage: { ...file, seconds: 3 } },
      { kind: 'video' },
      { type: 'video', durationSeconds: 3 },
    ],
    [
      'voice note',
      { audioMessage: { ...file, ptt: true, seconds: 4, mimetype: 'audio/ogg; codecs=opus' } },
      { kind: 'audio' },
      { type: 'audio', durationSeconds: 4, claimedMimeType: 'audio/ogg; codecs=opus' },
    ],
    [
      'document',
      { documentMessage: { ...file, fileName: 'nota.pdf', mimetype: 'application/pdf' } },
      { kind: 'application', body: '' },
      { type: 'document', name: 'nota.pdf' },
    ],
    [
      'document with caption',
      {
        documentWithCaptionMessage: {
          message: { documentMessage: { ...file, title: 't.xls', caption: 'segue' } },
        },
      },
      { kind: 'application', body: 'segue' },
      { name: 't.xls' },
    ],
    [
      'sticker',
      { stickerMessage: file },
      { kind: 'sticker' },
      { type: 'sticker', claimedMimeType: 'image/webp' },
    ],
    [
      'moving sticker',
      { lottieStickerMessage: { message: { stickerMessage: file } } },
      { kind: 'sticker' },
      { type: 'sticker' },
    ],
    [
      'part of an album',
      {
        associatedChildMessage: {
          message: { imageMessage: file, messageContextInfo: { messageAssociation: { associationType: 1 } } },
        },
      },
      { kind: 'image' },
      { type: 'image' },
    ],
  ])('of kind %s is read', (_name, message, shown, part) => {
    const content = readMessage(message)
    expect(content).toMatchObject(shown)
    expect(content.media).toMatchObject({ sizeBytes: 12_345, ...part })
  })

  it('leaves a ticket of plain JSON', () => {
    const ticket = readMessage({ imageMessage: file }).media?.reference
    expect(JSON.parse(JSON.stringify(ticket))).toEqual({
      type: 'image',
      mediaKey: base64(1),
      directPath: file.directPath,
      url: file.url,
      fileSha256: base64(2),
      fileEncSha256: base64(3),
      mimetype: 'image/jpeg',
      fileLength: 12_345,
    })
  })

  it.each<[string, proto.Message.IImageMessage]>([
    ['no key', { mediaKey: null }],
    ['a short key', { mediaKey: bytes(31) }],
    ['no address', { url: '', directPath: '' }],
    ['a foreign address alone', { url: 'https://evil.example/a', directPath: '' }],
    ['an address inside our network', { url: 'https://169.254.169.254/a', directPath: '' }],
    ['a path that names a host', { url: '', directPath: '@evil.example/a' }],
    ['a path with a line break', { url: '', directPath: '/a\r\nHost: b' }],
  ])('with %s keeps its kind and words, and cannot be fetched', (_name, broken) => {
    expect(readMessage({ imageMessage: { ...file, caption: 'c', ...broken } })).toMatchObject({
      kind: 'image',
      body: 'c',
      media: undefined,
    })
  })

  it('with a foreign address beside its path is fetched by the path', () => {
    const ticket = readMessage({ imageMessage: { ...file, url: 'https://evil.example/a' } }).media?.reference
    expect(ticket).toMatchObject({ url: '', directPath: file.directPath })
  })

  const bars = Uint8Array.from({ length: WAVEFORM_BARS }, (_, at) => at * 4)

  it.each<[string, Uint8Array | null, string | undefined]>([
    ['64 bars has them, none above 100', bars, encodeWaveform(bars.map((bar) => Math.min(bar, 100)))],
    ['63 bars has none', bars.slice(1), undefined],
    ['a million bars has none', new Uint8Array(1_000_000), undefined],
    ['null has none', null, undefined],
  ])('that is a voice note with %s', (_name, waveform, read) =>
    expect(readMessage({ audioMessage: { ...file, waveform } }).media?.waveform).toBe(read),
  )

  const page = Buffer.from('ffd8ffe0', 'hex')

  it.each<[string, Buffer | null, string | undefined]>([
    ['a JPEG has it', page, page.toString('base64')],
    ['16 KiB has it', Buffer.concat([page], 16_384), Buffer.concat([page], 16_384).toString('base64')],
    ['more than 16 KiB has none', Buffer.concat([page], 16_385), undefined],
    ['another kind of picture has none', Buffer.from('GIF89a'), undefined],
    ['nothing has none', Buffer.alloc(0), undefined],
    ['null has none', null, undefined],
  ])('that is a document with a thumbnail of %s', (_name, jpegThumbnail, read) =>
    expect(readMessage({ documentMessage: { ...file, jpegThumbnail } }).media?.thumbnail).toBe(read),
  )

  it('with absurd numbers has none', () => {
    const media = readContent({
      videoMessage: { ...file, fileLength: -5, seconds: Number.NaN },
    } as proto.IMessage)
    expect(media).toMatchObject({ media: { sizeBytes: 0, durationSeconds: 0 } })
    const huge = readMessage({
      audioMessage: { ...file, fileLength: Number.MAX_VALUE, seconds: 4_000_000_000 },
    })
    expect(huge.media).toMatchObject({ sizeBytes: 0, durationSeconds: 0 })
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['fatura\u202efdp.exe', 'faturafdp.exe'],
    ['a\u0000b\n.pdf', 'ab.pdf'],
    ['   ', ''],
  ])('called %j is called %j', (fileName, name) => {
    expect(readMessage({ documentMessage: { ...file, fileName } }).media?.name).toBe(name)
  })

  it('with a type that is none has the type of its kind', () => {
    const types = ['x', 'text/html\r\nX: y', 'a'.repeat(500)]
    for (const mimetype of types)
      expect(readMessage({ imageMessage: { ...file, mimetype } }).media?.claimedMimeType).toBe('image/jpeg')
  })

  it.each([5, 10, 12, 19])(
    'that is another version of one that came before (%s) says nothing',
    (associationType) => {
      const messageContextInfo = { messageAssociation: { associationType } }
      const message = { videoMessage: file, messageContextInfo }
      expect(read({ associatedChildMessage: { message } })).toEqual({ as: 'nothing' })
    },
  )
})

describe('a location', () => {
  it('is read with its name and address', () => {
    const message = { locationMessage: { ...point, name: 'Loja', address: 'Rua A, 1', comment: 'fundos' } }
    expect(readMessage(message)).toMatchObject({
      kind: 'locationMessage',
      body: '',
      location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A, 1 · fundos' },
    })
  })

  it('that is live says so, once', () => {
    const live = { ...point, caption: 'chegando', sequenceNumber: 1 }
    expect(readMessage({ liveLocationMessage: live }).location).toMatchObject({
      name: 'Localização em tempo real',
      address: 'chegando',
    })
    expect(read({ liveLocationMessage: { ...live, timeOffset: 60 } })).toEqual({ as: 'nothing' })
  })

  it.each([
    [Number.NaN, 0],
    [91, 0],
    [0, 181],
    [Number.POSITIVE_INFINITY, 0],
  ])('at %s, %s is nowhere', (degreesLatitude, degreesLongitude) => {
    const nowhere = { degreesLatitude, degreesLongitude }
    expect(readMessage({ locationMessage: nowhere })).toMatchObject({
      kind: 'unsupported',
      location: undefined,
    })
    expect(readMessage({ locationMessage: { ...nowhere, name: 'Loja' } })).toMatchObject({
      kind: 'chat',
      body: 'Loja',
    })
  })
})

describe('a contact card', () => {
  it('goes to the desk as it is, without its picture', () => {
    const withPhoto = vcard.replace('END', 'PHOTO;ENCODING=b:AAAA\n BBBB\n CCCC\nEND')
    expect(readMessage({ contactMessage: { displayName: 'Ana', vcard: withPhoto } })).toMatchObject({
      kind: 'vcard',
      body: '',
      vcard,
    })
  })

  it('of nothing but a name is written for it', () => {
    expect(readMessage({ contactMessage: { displayName: 'Ana' } }).vcard).toContain('FN:Ana')
    expect(readMessage({ contactMessage: { vcard: '???' } })).toMatchObject({ kind: 'unsupported' })
  })

  it('comes with the others of its message', () => {
    const contacts = [{ displayName: 'Ana', vcard }, { displayName: 'Beto' }]
    const message = readMessage({ contactsArrayMessage: { displayName: '2 contatos', contacts } })
    expect(message).toMatchObject({ kind: 'vcard', body: '' })
    expect(message.vcard).toContain(vcard)
    expect(message.vcard).toContain('FN:Beto')
  })

  it('is a line of text where there are too many', () => {
    const contacts = Array.from({ length: 101 }, () => ({ displayName: 'Ana', vcard }))
    const { kind, body } = readMessage({ contactsArrayMessage: { displayName: '101 contatos', contacts } })
    expect(kind).toBe('chat')
    expect(body).toContain('👥 *101 contatos*\n• Ana: +55 11 95555-0101\n')
    expect(body).toContain('• … e mais 1')
  })

  it('in a list of one is a card', () => {
    expect(readMessage({ contactsArrayMessage: { contacts: [{ displayName: 'Ana', vcard }] } }).kind).toBe(
      'vcard',
    )
  })
})

describe('the ad that a chat was started from', () => {
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)])
  const readAdReply = (externalAdReply: proto.ContextInfo.IExternalAdReplyInfo) => {
    const read = readContent({ extendedTextMessage: { text: 'oi', contextInfo: { externalAdReply } } })
    return read.as === 'message' ? read.ad : undefined
  }
  const ad = {
    title: 'Bolo',
    body: '2 por 1',
    sourceType: 'ad',
    sourceId: '23',
    sourceUrl: 'https://fb.me/a',
  }

  it('is kept with its link, its id and a small picture', () =>
    expect(readAdReply({ ...ad, thumbnail: jpeg })).toEqual({
      title: 'Bolo',
      body: '2 por 1',
      url: 'https://fb.me/a',
      sourceType: 'ad',
      sourceId: '23',
      thumbnail: jpeg.toString('base64'),
    }))

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a:b@evil',
    'nonsense',
    `https://a/${'x'.repeat(3_000)}`,
  ])('does not lead to %.30s', (sourceUrl) => expect(readAdReply({ ...ad, sourceUrl })?.url).toBe(''))

  it.each([Buffer.alloc(20), Buffer.concat([jpeg, Buffer.alloc(20_000)])])(
    'has no picture that is large or no JPEG',
    (thumbnail) => expect(readAdReply({ ...ad, thumbnail })?.thumbnail).toBe(''),
  )

  it('is none when it names nothing', () =>
    expect(readAdReply({ body: 'x', sourceUrl: 'javascript:alert(1)' })).toBeUndefined())
})
