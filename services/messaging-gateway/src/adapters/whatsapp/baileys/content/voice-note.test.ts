import { Readable } from 'node:stream'

import { companyId } from '@balcao/contracts'
import * as media from 'mediabunny'

import { drawBarsBySize, readOggOpus } from './ogg-opus'
import { MAX_VOICE_NOTE_BYTES, readVoiceNote as prepareVoiceNote } from './voice-note'

/* The bars come from packet sizes: no decoder is used. */
const undecoded = { companyId: companyId(1), previews: { waveform: () => Promise.resolve(undefined) } }
const readUndecoded = (file: Parameters<typeof prepareVoiceNote>[0]) => prepareVoiceNote(file, undecoded)

const FRAME_SECONDS = 0.02
const PRE_SKIP = 312

/** An encoder's identification header: one channel, 48 kHz. */
function opusHead(): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 0, 'latin1')
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt16LE(PRE_SKIP, 10)
  head.writeUInt32LE(48_000, 12)
  return head
}

/** A silent frame of 20 ms, with extra bytes that distinguish the frames; every third is longer than one lacing value. */
const frame = (at: number): Uint8Array =>
  Uint8Array.from(
    { length: at % 3 === 0 ? 600 : 5 },
    (_, byte) => [0xf8, 0xff, 0xfe][byte] ?? (at + byte) % 256,
  )

async function record(frames: Uint8Array[], format: media.OutputFormat): Promise<Buffer> {
  const target = new media.BufferTarget()
  const output = new media.Output({ format, target })
  const source = new media.EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, description: opusHead() }
  for (const [at, data] of frames.entries())
    await source.add(new media.EncodedPacket(data, 'key', at * FRAME_SECONDS, FRAME_SECONDS), {
      decoderConfig,
    })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

const frames = Array.from({ length: 250 }, (_, at) => frame(at))
const webm = () => record(frames, new media.WebMOutputFormat())
/** As browsers record it: clusters of unknown length, no index. */
const liveWebm = () => record(frames, new media.WebMOutputFormat({ appendOnly: true }))
const ogg = () => record(frames, new media.OggOutputFormat())

const soundFile = (content: Buffer, mimeType: string) => ({
  key: 'companies/1/gravacao.ogg',
  name: 'gravação',
  mimeType,
  sizeBytes: content.length,
  open: () => Promise.resolve(Readable.from([content.subarray(0, 100), content.subarray(100)])),
})

/* The checksum of RFC 3533, bit by bit: polynomial 0x04c11db7, initial value 0, the checksum field counted as 0. */
function checksumOf(page: Buffer): number {
  const bytes = Buffer.from(page)
  bytes.writeUInt32LE(0, 22)
  let sum = 0
  for (const byte of bytes) {
    sum = (sum ^ (byte << 24)) >>> 0
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum & 0x80000000 ? 0x04c11db7 : 0) ^ (sum << 1)) >>> 0
  }
  return sum
}

interface Page {
  flags: number
  granule: number
  sequence: number
  isSound: boolean
}

/** Pages and packets of an Ogg file, by a second implementation in this test. */
function takeApart(file: Buffer): { pages: Page[]; packets: Buffer[] } {
  const pages: Page[] = []
  const packets: Buffer[] = []
  const open: Buffer[] = []
  for (let at = 0; at < file.length;) {
    const bodyAt = at + 27 + file.readUInt8(at + 26)
    const lacing = [...file.subarray(at + 27, bodyAt)]
    const end = bodyAt + lacing.reduce((sum, length) => sum + length, 0)
    const page = file.subarray(at, end)
    expect(page.toString('latin1', 0, 4)).toBe('OggS')
    expect(page.readUInt32LE(22)).toBe(checksumOf(page))
    let body = bodyAt
    for (const length of lacing) {
      open.push(file.subarray(body, body + length))
      body += length
      if (length < 255) packets.push(Buffer.concat(open.splice(0)))
    }
    pages.push({
      flags: page.readUInt8(5),
      granule: Number(page.readBigInt64LE(6)),
      sequence: page.readUInt32LE(18),
      isSound: packets.length > 2,
    })
    at = end
  }
  return { pages, packets }
}

describe('a voice note', () => {
  it.each([
    ['of a WebM recording', webm],
    ['of a WebM recording that was never finished properly', liveWebm],
  ])('%s has the same packets in an Ogg file', async (_name, recording) => {
    const note = await readUndecoded(soundFile(await recording(), 'audio/webm;codecs=opus'))
    const { pages, packets } = takeApart(note?.content ?? Buffer.alloc(0))
    expect(packets[0]).toEqual(opusHead())
    expect(packets[1]?.toString('latin1', 0, 8)).toBe('OpusTags')
    expect(packets.slice(2)).toEqual(frames.map((data) => Buffer.from(data)))
    expect(pages[0]?.flags).toBe(2)
    expect(pages.at(-1)?.flags).toBe(4)
    expect(pages.map((page) => page.sequence)).toEqual(pages.map((_, at) => at))
    const granules = pages.filter((page) => page.isSound && page.granule >= 0).map((page) => page.granule)
    expect(granules).toEqual([...granules].sort((a, b) => a - b))
    expect(granules.at(-1)).toBe(frames.length * 960)
    expect(note).toMatchObject({ mimeType: 'audio/ogg; codecs=opus', durationSeconds: 5 })
  })

  it('lets others have their turn while it is made', async () => {
    const long = Array.from({ length: 1_000 }, () => frame(1))
    const file = soundFile(await record(long, new media.WebMOutputFormat()), 'audio/webm')
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    await readUndecoded(file)
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  it('of an Ogg Opus file is the file itself', async () => {
    const file = await ogg()
    const note = await readUndecoded(soundFile(file, 'audio/ogg'))
    expect(note?.content.equals(file)).toBe(true)
    expect(note?.durationSeconds).toBe(5)
  })

  it('draws sixty-four bars from where the bytes are, when its sound was not decoded', () => {
    const packets = (count: number, length: number) =>
      Array.from({ length: count }, () => new Uint8Array(length))
    const bars = drawBarsBySize([...packets(320, 3), ...packets(320, 150)])
    expect(bars).toHaveLength(64)
    expect([bars[0], bars[63]]).toEqual([2, 100])
    expect(drawBarsBySize(packets(1, 7))).toEqual(new Uint8Array(64).fill(100))
    expect(drawBarsBySize([])).toHaveLength(0)
  })

  it('has the bars of its decoded packets', async () => {
    const waveform = jest.fn(() => Promise.resolve(Uint8Array.of(1, 2, 3)))
    const note = await prepareVoiceNote(soundFile(await webm(), 'audio/webm'), {
      companyId: companyId(1),
      previews: { waveform },
    })
    expect(note?.waveform).toEqual(Uint8Array.of(1, 2, 3))
    const packets = frames.map((data) => Buffer.from(data))
    expect(waveform).toHaveBeenCalledWith(expect.objectContaining({ channels: 1, packets }))
  })

  it.each<[string, string, () => Promise<Buffer>]>([
    ['an MP3', 'audio/mpeg', () => Promise.resolve(Buffer.from('ID3\u0004'))],
    ['an M4A', 'audio/mp4', ogg],
    ['a text that calls itself Ogg', 'audio/ogg', () => Promise.resolve(Buffer.from('hello'))],
    ['nothing', 'audio/ogg', () => Promise.resolve(Buffer.alloc(0))],
    ['an Ogg file that ends in the middle', 'audio/ogg', async () => (await ogg()).subarray(0, 5_000)],
    ['an Ogg file of headers alone', 'audio/ogg', async () => record([], new media.OggOutputFormat())],
    [
      'a Matroska file of nothing',
      'audio/webm',
      () => Promise.resolve(Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2])),
    ],
  ])('is not made of %s', async (_name, mimeType, content) => {
    expect(await readUndecoded(soundFile(await content(), mimeType))).toBeUndefined()
  })

  it('is not made of a recording with other sound', async () => {
    const target = new media.BufferTarget()
    const output = new media.Output({ format: new media.MkvOutputFormat(), target })
    const source = new media.EncodedAudioPacketSource('mp3')
    output.addAudioTrack(source)
    await output.start()
    const decoderConfig = { codec: 'mp3', sampleRate: 44_100, numberOfChannels: 1 }
    await source.add(new media.EncodedPacket(new Uint8Array(400), 'key', 0, 0.026), { decoderConfig })
    await output.finalize()
    const recording = Buffer.from(target.buffer ?? new ArrayBuffer(0))
    expect(await readUndecoded(soundFile(recording, 'audio/webm'))).toBeUndefined()
  })

  it('is not made of more than the limit, whatever the file says of its size', async () => {
    let closed = false
    function* endless() {
      try {
        for (;;) yield Buffer.alloc(1024 * 1024)
      } finally {
        closed = true
      }
    }
    const open = () => Promise.resolve(Readable.from(endless()))
    expect(
      await readUndecoded({ key: 'companies/1/a.ogg', name: '', mimeType: 'audio/ogg', sizeBytes: 10, open }),
    ).toBeUndefined()
    expect(closed).toBe(true)
    const opened = jest.fn(open)
    const tooLong = {
      key: 'companies/1/a.ogg',
      name: '',
      mimeType: 'audio/ogg',
      sizeBytes: MAX_VOICE_NOTE_BYTES + 1,
      open: opened,
    }
    expect(await readUndecoded(tooLong)).toBeUndefined()
    expect(opened).not.toHaveBeenCalled()
  })
})

describe('reading an Ogg Opus file', () => {
  it('never throws, wherever it is cut or bent', async () => {
    const file = await ogg()
    for (let at = 0; at < 3_000; at += 7) {
      expect(readOggOpus(file.subarray(0, at))).toBeUndefined()
      const bent = Buffer.from(file)
      bent[at] = (bent[at] ?? 0) ^ 0xff
      expect(() => readOggOpus(bent)).not.toThrow()
    }
  })

  it('says how long it is without its pre-skip', async () => {
    const read = readOggOpus(await ogg())
    expect(read?.durationSeconds).toBeCloseTo((250 * 960 - PRE_SKIP) / 48_000, 6)
    expect(read?.packets).toEqual(frames.map((data) => Buffer.from(data)))
  })
})
