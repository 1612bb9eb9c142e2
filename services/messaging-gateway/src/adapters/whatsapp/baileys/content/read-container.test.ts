import { Readable } from 'node:stream'

import * as media from 'mediabunny'

import { readContainer } from './read-container'

/** Frames of a few bytes each, half a second apart; the tables at the end of the file or at its start. */
async function film(seconds: number, fastStart: 'in-memory' | false): Promise<Buffer> {
  const target = new media.BufferTarget()
  const output = new media.Output({ format: new media.Mp4OutputFormat({ fastStart }), target })
  const source = new media.EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source)
  await output.start()
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 640, codedHeight: 360 }
  for (let at = 0; at < seconds * 2; at += 1) {
    const packet = new media.EncodedPacket(new Uint8Array(5_000).fill(at), 'key', at / 2, 0.5)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

const buildFile = (content: Buffer) => {
  const read = { bytes: 0 }
  const open = ({ start, end }: { start: number; end: number } = { start: 0, end: content.length }) => {
    read.bytes += end + 1 - start
    return Promise.resolve(Readable.from([content.subarray(start, end + 1)]))
  }
  return {
    read,
    file: { key: 'companies/1/a.mp4', name: 'a.mp4', mimeType: 'video/mp4', sizeBytes: content.length, open },
  }
}

describe('a film', () => {
  it.each(['in-memory', false] as const)('says how large and how long it is (%s)', async (fastStart) => {
    const content = await film(60, fastStart)
    const { read, file } = buildFile(content)
    expect(await readContainer(file)).toEqual({ width: 640, height: 360, durationSeconds: 60 })
    expect(read.bytes).toBeLessThan(content.length / 4)
  })

  it('that is cut or bent says nothing, or something sane', async () => {
    const content = await film(4, false)
    for (let at = 1; at < content.length; at += 997) {
      const bent = Buffer.from(content)
      bent.fill(0xff, at, at + 40)
      for (const broken of [content.subarray(0, at), bent]) {
        const { width = 0, durationSeconds = 0 } = (await readContainer(buildFile(broken).file)) ?? {}
        expect(width).toBeLessThanOrEqual(100_000)
        expect(durationSeconds).toBeLessThanOrEqual(86_400)
      }
    }
  })

  it('whose store is gone says nothing', async () => {
    const open = () => Promise.reject(new Error('the store is gone'))
    const file = { key: 'companies/1/a.mp4', name: 'a.mp4', mimeType: 'video/mp4', sizeBytes: 1_000, open }
    expect(await readContainer(file)).toBeUndefined()
  })
})
