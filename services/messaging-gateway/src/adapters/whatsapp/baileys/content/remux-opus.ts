import { setImmediate } from 'node:timers/promises'

import type * as Mediabunny from 'mediabunny'

const MATROSKA_HEAD = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])

/** WebM is a Matroska file. */
export const isMatroska = (head: Buffer): boolean => head.subarray(0, 4).equals(MATROSKA_HEAD)

async function findOpusTrack(input: Mediabunny.Input): Promise<Mediabunny.InputAudioTrack | undefined> {
  const [track, ...others] = await input.getTracks()
  if (!track?.isAudioTrack() || others.length > 0 || (await track.getCodec()) !== 'opus') return undefined
  return track
}

/* The reader returns packets without yielding to the event loop: an hour of audio would block it for six seconds. */
const PACKETS_PER_TURN = 100

async function copyToOgg(
  media: typeof Mediabunny,
  track: Mediabunny.InputAudioTrack,
): Promise<Buffer | undefined> {
  const decoderConfig = await track.getDecoderConfig()
  if (!decoderConfig?.description) return undefined
  const target = new media.BufferTarget()
  const output = new media.Output({ format: new media.OggOutputFormat(), target })
  const source = new media.EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  let packets = 0
  for await (const packet of new media.EncodedPacketSink(track).packets()) {
    await source.add(packet, { decoderConfig })
    packets += 1
    if (packets % PACKETS_PER_TURN === 0) await setImmediate()
  }
  await output.finalize()
  return target.buffer ? Buffer.from(target.buffer) : undefined
}

/**
 * The Opus packets of a WebM recording in an Ogg file, byte for byte: decodes nothing. Undefined when the recording
 * has video or audio that is not Opus, or is broken.
 */
export async function remuxOpus(recording: Buffer): Promise<Buffer | undefined> {
  const media = await import('mediabunny')
  const input = new media.Input({
    source: new media.BufferSource(recording),
    formats: [media.WEBM, media.MATROSKA],
  })
  try {
    const track = await findOpusTrack(input)
    return track && (await copyToOgg(media, track))
  } catch {
    // All bytes are in memory: an exception means a broken recording, which has no voice note.
    return undefined
  } finally {
    input.dispose()
  }
}
