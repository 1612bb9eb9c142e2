import { createDecipheriv, createHash, createHmac } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'

import { companyId, type MessageKind } from '@balcao/contracts'
import * as baileys from '@whiskeysockets/baileys'
import * as mediabunny from 'mediabunny'

import type { MediaType } from './content'
import { encryptMedia } from './encrypt-media'
import { chooseMediaType } from './choose-media-type'
import { uploadMedia, type UploadContext } from './upload-media'

/** Decrypts with the library's own key derivation. */
async function decrypt(encrypted: Buffer, mediaKey: Buffer, type: MediaType): Promise<Buffer> {
  const { iv, cipherKey, macKey } = await baileys.getMediaKeys(mediaKey, type)
  const [body, mac] = [encrypted.subarray(0, -10), encrypted.subarray(-10)]
  if (!macKey) throw new Error('no mac key')
  expect(createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, 10)).toEqual(mac)
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return Buffer.concat([decipher.update(body), decipher.final()])
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64')

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 3]),
])

const messageWith = (kind: MessageKind, mimeType: string, content: Buffer, body = '') => {
  const open = () => Promise.resolve(Readable.from([content.subarray(0, 7), content.subarray(7)]))
  const media = {
    key: 'companies/1/arquivo.bin',
    name: 'arquivo.bin',
    mimeType,
    sizeBytes: content.length,
    open,
  }
  const message = {
    waId: 'a',
    jid: 'b',
    kind,
    body,
    media,
    quoted: undefined,
    location: undefined,
    vcard: '',
    typingMs: 0,
  }
  return { message, media }
}

/** One second of silence in WebM. */
async function recording(): Promise<Buffer> {
  const target = new mediabunny.BufferTarget()
  const output = new mediabunny.Output({ format: new mediabunny.WebMOutputFormat(), target })
  const source = new mediabunny.EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const description = Buffer.from('4f707573486561640101380180bb0000000000', 'hex')
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, description }
  for (let at = 0; at < 50; at += 1) {
    const packet = new mediabunny.EncodedPacket(Uint8Array.of(0xf8, 0xff, 0xfe), 'key', at * 0.02, 0.02)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

interface Received {
  path: string
  bytes: Buffer
  mode: number
  mediaType: string
  hash: string
}

function host(answer: () => Promise<{ mediaUrl: string; directPath: string }>): {
  context: UploadContext
  received: Received[]
} {
  const received: Received[] = []
  const context: UploadContext = {
    companyId: companyId(1),
    upload: async (path, { mediaType, fileEncSha256B64 }) => {
      const { mode } = await stat(path)
      received.push({
        path,
        bytes: await readFile(path),
        mode: mode & 0o777,
        mediaType,
        hash: fileEncSha256B64,
      })
      return answer()
    },
    imageSize: (mimeType, head) =>
      mimeType === 'image/png' ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) } : undefined,
    previews: {
      picture: async ({ read, maxSide }) => {
        const bytes = await read()
        if (!bytes?.subarray(0, 8).equals(png.subarray(0, 8)) || bytes.length > 100) return undefined
        return { width: 40, height: 30, thumbnail: Buffer.from(`at most ${maxSide}`) }
      },
      // A frame for the video of this test only.
      video: async ({ save, maxSide }) => {
        const file = join(tmpdir(), `film-${process.pid}`)
        const isSaved = await save(file)
        if (!isSaved) return undefined
        const film = await readFile(file, 'utf8')
        await rm(file)
        return film === 'film' ? Buffer.from(`a frame of at most ${maxSide}`) : undefined
      },
      waveform: () => Promise.resolve(undefined),
    },
    now: new Date(1_790_000_000_999),
  }
  return { context, received }
}

const accepting = () =>
  host(() => Promise.resolve({ mediaUrl: 'https://mmg.whatsapp.net/a', directPath: '/a' }))

const isLeft = async (path: string) => (await readdir(tmpdir())).includes(basename(dirname(path)))

describe('uploading a file', () => {
  it.each<[MessageKind, string, MediaType]>([
    ['image', 'image/png', 'image'],
    ['video', 'video/mp4', 'video'],
    ['audio', 'audio/mpeg', 'audio'],
    ['application', 'application/pdf', 'document'],
    ['sticker', 'image/webp', 'sticker'],
  ])('of kind %s sends ciphertext that a phone can read', async (kind, mimeType, type) => {
    const { context, received } = accepting()
    const content = Buffer.concat([png, Buffer.alloc(100_000, 7)])
    const { message, media } = messageWith(kind, mimeType, content)
    const uploaded = await uploadMedia(message, media, context)
    const [sent] = received
    if (!sent) throw new Error('nothing was uploaded')
    expect(await decrypt(sent.bytes, Buffer.from(uploaded.mediaKey, 'base64'), type)).toEqual(content)
    expect(sent).toMatchObject({ mediaType: type, hash: uploaded.fileEncSha256, mode: 0o600 })
    expect(uploaded).toMatchObject({
      type,
      url: 'https://mmg.whatsapp.net/a',
      directPath: '/a',
      fileSha256: sha256(content),
      fileEncSha256: sha256(sent.bytes),
      fileLength: content.length,
      mediaKeyTimestamp: 1_790_000_000,
      mimetype: mimeType,
      name: 'arquivo.bin',
      isVoiceNote: false,
    })
    expect(await isLeft(sent.path)).toBe(false)
  })

  it.each([
    ['carries its first frame', 'film', 4, 'a frame of at most 100'],
    ['goes without one when it has none', 'no film', 7, ''],
    ['goes without one when it is too long to look at', 'film', 65 * 1024 * 1024, ''],
  ])('that is a video %s', async (_name, content, sizeBytes, thumbnail) => {
    const { context } = accepting()
    const { message, media } = messageWith('video', 'video/mp4', Buffer.from(content))
    const uploaded = await uploadMedia(message, { ...media, sizeBytes }, context)
    expect(Buffer.from(uploaded.thumbnail, 'base64').toString()).toBe(thumbnail)
  })

  it.each([
    ['carries its first page', Buffer.from('a page'), 'a page'],
    ['goes without one when it has none', undefined, ''],
  ])('that is a document %s', async (_name, page, thumbnail) => {
    const { message, media } = messageWith('application', 'application/pdf', Buffer.from('a PDF'))
    const drawn = { ...media, firstPage: () => Promise.resolve(page) }
    const uploaded = await uploadMedia({ ...message, media: drawn }, drawn, accepting().context)
    expect(Buffer.from(uploaded.thumbnail, 'base64').toString()).toBe(thumbnail)
  })

  it('sends a recording of a browser as a voice note', async () => {
    const content = await recording()
    const { context, received } = accepting()
    const { message, media } = messageWith('audio', 'audio/webm;codecs=opus', content)
    const uploaded = await uploadMedia(message, media, context)
    const sound = await decrypt(
      received[0]?.bytes ?? Buffer.alloc(0),
      Buffer.from(uploaded.mediaKey, 'base64'),
      'audio',
    )
    expect(sound.toString('latin1', 0, 4)).toBe('OggS')
    expect(uploaded).toMatchObject({
      type: 'audio',
      isVoiceNote: true,
      durationSeconds: 1,
      mimetype: 'audio/ogg; codecs=opus',
      fileLength: sound.length,
    })
    expect(Buffer.from(uploaded.waveform, 'base64')).toHaveLength(64)
    const captioned = messageWith('audio', 'audio/webm;codecs=opus', content, 'ouça')
    expect(await uploadMedia(captioned.message, captioned.media, context)).toMatchObject({
      type: 'document',
      isVoiceNote: false,
    })
  })

  it.each<[string, MessageKind, string, Buffer, { width: number; height: number; thumbnail: string }]>([
    [
      'an image as it is decoded',
      'image',
      'image/png',
      png,
      { width: 40, height: 30, thumbnail: 'at most 100' },
    ],
    [
      'one that no phone shows in place',
      'image',
      'image/webp',
      png,
      { width: 40, height: 30, thumbnail: 'at most 100' },
    ],
    [
      'one that cannot be decoded',
      'image',
      'image/png',
      Buffer.concat([png, Buffer.alloc(200)]),
      { width: 4, height: 3, thumbnail: '' },
    ],
    ['one that is sent as a file', 'application', 'image/png', png, { width: 0, height: 0, thumbnail: '' }],
  ])('tells how %s looks', async (_name, kind, mimeType, content, { thumbnail, ...size }) => {
    const { message, media } = messageWith(kind, mimeType, content)
    const uploaded = await uploadMedia(message, media, accepting().context)
    expect(uploaded).toMatchObject(size)
    expect(Buffer.from(uploaded.thumbnail, 'base64').toString()).toBe(thumbnail)
  })

  it('reads no picture that is too large', async () => {
    const { message, media } = messageWith('image', 'image/png', png)
    const open = jest.fn(media.open)
    const huge = { ...media, open, sizeBytes: 17 * 1024 * 1024 }
    expect(await uploadMedia(message, huge, accepting().context)).toMatchObject({ width: 4, thumbnail: '' })
    // Once for the first bytes, once for the upload.
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('leaves nothing behind when the host refuses', async () => {
    const { context, received } = host(() => Promise.reject(new Error('no host')))
    const { message, media } = messageWith('application', 'application/pdf', png)
    await expect(uploadMedia(message, media, context)).rejects.toThrow('no host')
    expect(await isLeft(received[0]?.path ?? '')).toBe(false)
  })

  it('fails with the file when its stream breaks', async () => {
    function* broken() {
      yield Buffer.from('abc')
      throw new Error('the store is gone')
    }
    const { message, media } = messageWith('application', 'application/pdf', png)
    const { context, received } = accepting()
    const open = () => Promise.resolve(Readable.from(broken()))
    await expect(uploadMedia(message, { ...media, open }, context)).rejects.toThrow('the store is gone')
    expect(received).toEqual([])
  })

  it('refuses an empty file for good', async () => {
    const { message, media } = messageWith('application', 'application/pdf', Buffer.alloc(0))
    await expect(uploadMedia(message, media, accepting().context)).rejects.toMatchObject({
      code: 'ERR_MEDIA_EMPTY',
    })
  })
})

describe('encrypting', () => {
  const folder = join(tmpdir(), `encrypt-media-test-${process.pid}`)
  beforeAll(() => mkdir(folder, { recursive: true }))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([0, 1, 15, 16, 17, 4_096])('%s bytes gives them back', async (length) => {
    const path = join(folder, `${length}`)
    const content = Buffer.alloc(length, 9)
    const { mediaKey } = await encryptMedia(Readable.from([content]), 'video', path)
    expect(await decrypt(await readFile(path), mediaKey, 'video')).toEqual(content)
  })

  it('fails when it cannot write, instead of ending the process', async () => {
    const nowhere = join(folder, 'none', 'a')
    await expect(encryptMedia(Readable.from([Buffer.alloc(9)]), 'video', nowhere)).rejects.toThrow('ENOENT')
  })
})

describe('as what a file goes', () => {
  it.each<[MessageKind, string, string, MediaType]>([
    ['image', 'image/jpeg', 'c', 'image'],
    ['image', 'image/heic', '', 'document'],
    ['image', 'image/gif', '', 'document'],
    ['video', 'video/mp4', '', 'video'],
    ['video', 'video/quicktime', '', 'document'],
    ['audio', 'audio/ogg; codecs=opus', '', 'audio'],
    ['audio', 'audio/mpeg', 'ouça', 'document'],
    ['audio', 'audio/wav', '', 'document'],
    ['sticker', 'image/webp', '', 'sticker'],
    ['sticker', 'image/webp', 'c', 'document'],
    ['application', 'image/png', '', 'document'],
    ['chat', 'image/png', '', 'document'],
  ])('%s of type %s with words %j: %s', (kind, mimeType, caption, type) => {
    expect(chooseMediaType({ kind, mimeType, caption })).toBe(type)
  })
})
