import { EventEmitter, once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

import { companyId } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'
import { waitFor } from '@balcao/testkit'

import { WorkerMediaPreviews, type WorkerLimits } from '../src/adapters/media/worker-media-previews'
import { readOggOpus } from '../src/adapters/whatsapp/baileys/content/ogg-opus'
import { readImageSize } from '../src/features/inbound'
import { mediaThreadProgram } from './media-thread-program'
import { bombPdf, encryptedPdf, nestedPdf, pdf } from './pdf-files'

const acme = companyId(1)
const generous: WorkerLimits = {
  startMs: 60 * SECOND,
  taskMs: 60 * SECOND,
  waitMs: 60 * SECOND,
  waitingPerCompany: 10,
  idleMs: 60 * SECOND,
}
const fixture = (name: string) => readFile(path.join(__dirname, 'fixtures', name))

let previews: WorkerMediaPreviews

const open = (limits: Partial<WorkerLimits> = {}) => {
  previews = new WorkerMediaPreviews(
    { imageSize: readImageSize },
    { thread: mediaThreadProgram },
    {
      ...generous,
      ...limits,
    },
  )
}
/* Its thread needs three seconds to get ready and none for a task. */
const openSlow = (limits: Partial<WorkerLimits>) => {
  const thread = { file: path.join(__dirname, 'slow-media-thread.cjs'), execArgv: [] }
  previews = new WorkerMediaPreviews({ imageSize: readImageSize }, { thread }, { ...generous, ...limits })
}
const look = (bytes: Buffer, maxSide = 100) =>
  previews.picture({ companyId: acme, read: () => Promise.resolve(bytes), maxSide })

afterEach(() => previews.close())

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const [GREY, RGB] = [0, 2]

/** A PNG whose header has this size, whatever its data are. */
function png(width: number, height: number, data: Buffer, colours = GREY): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(8, 8)
  head.writeUInt8(colours, 9)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(data)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

const rows = (width: number, height: number) => Buffer.alloc((width + 1) * height, 0)

describe('a picture', () => {
  it.each([
    ['progressive.jpg', { width: 320, height: 200 }, { width: 100, height: 63 }],
    ['turned.jpg', { width: 200, height: 320 }, { width: 63, height: 100 }],
    ['grey.png', { width: 320, height: 200 }, { width: 100, height: 63 }],
    ['palette.png', { width: 320, height: 200 }, { width: 100, height: 63 }],
    ['lossy.webp', { width: 320, height: 200 }, { width: 100, height: 63 }],
    ['lossless.webp', { width: 320, height: 200 }, { width: 100, height: 63 }],
  ])('%s has a thumbnail, upright', async (name, size, thumbnail) => {
    open()
    const preview = await look(await fixture(name))
    expect(preview).toMatchObject(size)
    expect(readImageSize('image/jpeg', preview?.thumbnail ?? Buffer.alloc(0))).toEqual(thumbnail)
    expect(preview?.thumbnail.length).toBeLessThan(3_000)
  })

  it('looks the same each time, and no larger than it is', async () => {
    open()
    const bytes = await fixture('lossy.webp')
    const first = await look(bytes, 1_000)
    expect(readImageSize('image/jpeg', first?.thumbnail ?? Buffer.alloc(0))).toEqual({
      width: 320,
      height: 200,
    })
    await previews.close()
    expect(await look(bytes, 1_000)).toEqual(first)
  })

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['of 900 megapixels in a kilobyte', () => png(30_000, 30_000, rows(30_000, 30))],
    ['whose data end early', () => png(300, 300, rows(300, 20))],
    ['that is nothing but a head', async () => (await fixture('progressive.jpg')).subarray(0, 200)],
    [
      'that is junk behind its first bytes',
      () => Buffer.concat([Buffer.from('ffd8ffc000110800c800c803', 'hex'), Buffer.alloc(5_000, 7)]),
    ],
    ['of another kind', () => Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['of nothing', () => Buffer.alloc(0)],
  ])('%s has none, and the next one has', async (_name, bytes) => {
    open()
    expect(await look(await bytes())).toBeUndefined()
    expect(await look(await fixture('lossy.webp'))).toMatchObject({ width: 320 })
  })

  it('of another company waits for one of a flood, not for all of it', async () => {
    open()
    const bytes = await fixture('grey.png')
    const read: string[] = []
    const begin = (company: number, name: string) =>
      previews.picture({
        companyId: companyId(company),
        maxSide: 100,
        read: () => {
          read.push(name)
          return Promise.resolve(bytes)
        },
      })
    const flood = Array.from({ length: 13 }, (_, index) => begin(1, `flood ${index}`))
    const other = begin(2, 'other')
    expect(await other).toMatchObject({ width: 320 })
    const seen = await Promise.all(flood)
    expect(read.slice(0, 4)).toEqual(['flood 0', 'flood 1', 'other', 'flood 2'])
    // One is drawn, ten wait, and two are over the cap.
    expect(seen.filter((preview) => preview !== undefined)).toHaveLength(11)
  })

  it('that is broken in the middle shows what there is, or nothing', async () => {
    open()
    const whole = await fixture('progressive.jpg')
    for (const part of [0.3, 0.6, 0.9]) {
      const preview = await look(whole.subarray(0, whole.length * part))
      expect([undefined, 320]).toContain(preview?.width)
    }
  })

  it('that takes too long has none, and holds up the next one no longer', async () => {
    open({ taskMs: 1 })
    expect(await look(png(4_000, 4_000, rows(4_000, 4_000)))).toBeUndefined()
    open()
    expect(await look(await fixture('grey.png'))).toMatchObject({ width: 320 })
  })

  it('that would wait too long is not even read', async () => {
    open({ waitMs: 20 })
    const bytes = await fixture('grey.png')
    const file = new EventEmitter()
    const readSlowly = async () => {
      const content = once(file, 'content')
      file.emit('asked')
      return ((await content) as [Buffer])[0]
    }
    const isBeingRead = once(file, 'asked')
    const first = previews.picture({ companyId: acme, read: readSlowly, maxSide: 100 })
    await isBeingRead
    const read = jest.fn(() => Promise.resolve(bytes))
    const since = performance.now()
    const second = previews.picture({ companyId: acme, read, maxSide: 100 })
    await waitFor(() => performance.now() - since > 20)
    file.emit('content', bytes)
    expect(await first).toMatchObject({ width: 320 })
    expect(await second).toBeUndefined()
    expect(read).not.toHaveBeenCalled()
  })

  it('that cannot be read fails for its caller only', async () => {
    open()
    const broken = previews.picture({
      companyId: acme,
      read: () => Promise.reject(new Error('the store is gone')),
      maxSide: 1,
    })
    const other = look(await fixture('grey.png'))
    await expect(broken).rejects.toThrow('the store is gone')
    expect(await other).toMatchObject({ width: 320 })
  })

  it('has one though its thread takes longer to start than a task may take', async () => {
    openSlow({ taskMs: 2 * SECOND })
    expect(await look(await fixture('grey.png'))).toMatchObject({ width: 1, height: 2 })
  })

  it('has none from a thread that does not get ready', async () => {
    openSlow({ startMs: 100 })
    expect(await look(await fixture('grey.png'))).toBeUndefined()
  })

  it('has none where no thread can be had', async () => {
    previews = new WorkerMediaPreviews(
      { imageSize: readImageSize },
      { thread: { file: '/nowhere.js', execArgv: [] } },
      generous,
    )
    expect(await look(await fixture('grey.png'))).toBeUndefined()
  })
})

const drawPdf = (bytes: Buffer | undefined, maxSide = 100) =>
  previews.document({ companyId: acme, read: () => Promise.resolve(bytes), maxSide })

/** The thumbnail of a PNG that is red in its upper half and white in the lower one. */
async function redAbove(width: number, height: number): Promise<Buffer | undefined> {
  const row = (colour: string) => Buffer.from(`00${colour.repeat(width)}`, 'hex')
  const half = (colour: string) => Array.from({ length: height / 2 }, () => row(colour))
  const data = Buffer.concat([...half('ff0000'), ...half('ffffff')])
  return (await look(png(width, height, data, RGB)))?.thumbnail
}

describe('a PDF', () => {
  it('has its first page as a thumbnail, with its colours, the same each time', async () => {
    open()
    const first = await drawPdf(pdf())
    expect(first).toEqual(await redAbove(71, 100))
    await previews.close()
    expect(await drawPdf(pdf())).toEqual(first)
  })

  it('shows its letters', async () => {
    open()
    expect(await drawPdf(pdf('BT 0 g /F1 90 Tf 50 400 Td (Pedido) Tj ET'))).not.toEqual(
      await drawPdf(pdf('')),
    )
  })

  it('is drawn no larger than its thumbnail, whatever its size and its pictures', async () => {
    open()
    const cases: [Buffer, number, number][] = [
      [pdf('', '0 0 14400 14400'), 100, 100],
      [pdf('', '0 0 100 14400'), 1, 100],
      [bombPdf(15_000), 71, 100],
    ]
    for (const [bytes, width, height] of cases) {
      const drawn = readImageSize('image/jpeg', (await drawPdf(bytes)) ?? Buffer.alloc(0))
      expect(drawn).toEqual({ width, height })
    }
  })

  it.each<[string, Buffer | undefined]>([
    ['that asks for a password', encryptedPdf()],
    ['whose end is missing', pdf().subarray(0, 120)],
    [
      'that is junk behind its first bytes',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 7)]),
    ],
    ['that asks for more memory than it may have', nestedPdf()],
    ['of nothing', Buffer.alloc(0)],
    ['that is a picture', png(4, 4, rows(4, 4))],
    ['that is too large to be read', undefined],
  ])('%s has none, and the next one has', async (_name, bytes) => {
    open()
    expect(await drawPdf(bytes)).toBeUndefined()
    expect(await drawPdf(pdf())).toBeDefined()
  })

  it('that takes too long has none', async () => {
    open({ taskMs: 1 })
    expect(await drawPdf(bombPdf(15_000))).toBeUndefined()
    open()
    expect(await drawPdf(pdf())).toBeDefined()
  })
})

describe('the bars of a sound', () => {
  it('are as high as it is loud', async () => {
    open()
    const opus = readOggOpus(await fixture('voice.opus'))
    if (!opus) throw new Error('not read')
    const bars = [...((await previews.waveform({ companyId: acme, ...opus })) ?? [])]
    expect(bars).toHaveLength(64)
    const middle = (second: number) => bars.slice(second * 16 + 4, second * 16 + 12)
    for (const bar of middle(0)) expect(bar).toBeLessThan(3)
    for (const bar of middle(1)) expect(bar).toBeGreaterThan(90)
    for (const bar of middle(2)) expect(Math.abs(bar - 33)).toBeLessThan(8)
    for (const bar of middle(3)) expect(bar).toBeLessThan(3)
    await previews.close()
    expect([...((await previews.waveform({ companyId: acme, ...opus })) ?? [])]).toEqual(bars)
  })

  it.each([
    ['of silence', 1, [Uint8Array.of(0xf8, 0xff, 0xfe)], new Uint8Array()],
    ['of no packets', 1, [], undefined],
    ['of more channels than two', 6, [Uint8Array.of(0xf8, 0xff, 0xfe)], undefined],
    ['of packets that are not Opus', 1, [Uint8Array.from({ length: 9 }, () => 0xff)], undefined],
  ])('%s', async (_name, channels, packets, bars) => {
    open()
    expect(await previews.waveform({ companyId: acme, channels, packets })).toEqual(bars)
  })
})
