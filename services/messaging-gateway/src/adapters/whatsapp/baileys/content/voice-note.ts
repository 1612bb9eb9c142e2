import type { Readable } from 'node:stream'

import type { OutboundMedia } from '../../../../features/whatsapp-driver'
import { isOgg, readOggOpus, waveformOf } from './ogg-opus'
import { isMatroska, remuxOpus } from './remux-opus'

/** What a phone plays as a voice note: a whole Ogg Opus file, in memory. */
export interface VoiceNote {
  content: Buffer
  mimeType: string
  /** At least 1. */
  durationSeconds: number
  waveform: Uint8Array
}

/** WhatsApp takes no longer audio: over an hour of speech as browsers record it. Bounds the memory of one send. */
export const MAX_VOICE_NOTE_BYTES = 16 * 1024 * 1024

const recordings = [
  'audio/ogg',
  'audio/opus',
  'application/ogg',
  'audio/webm',
  'audio/x-matroska',
  'video/x-matroska',
]

async function readUpTo(content: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    size += chunk.length
    // Leaving the loop closes the stream.
    if (size > maxBytes) return undefined
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

async function oggOf(bytes: Buffer): Promise<Buffer | undefined> {
  if (isOgg(bytes)) return bytes
  return isMatroska(bytes) ? remuxOpus(bytes) : undefined
}

/**
 * The voice note in a sound file: Ogg Opus as it is, Opus in WebM (what browsers record) moved into Ogg without being
 * encoded again. Undefined for every other sound, and for one that is too long: those are ordinary files.
 */
export async function voiceNoteOf(media: OutboundMedia): Promise<VoiceNote | undefined> {
  const [mimeType = ''] = media.mimeType.toLowerCase().split(';')
  if (!recordings.includes(mimeType.trim()) || media.sizeBytes > MAX_VOICE_NOTE_BYTES) return undefined
  const bytes = await readUpTo(await media.open(), MAX_VOICE_NOTE_BYTES)
  const content = bytes && (await oggOf(bytes))
  const opus = content && readOggOpus(content)
  if (!opus || opus.packetSizes.length === 0) return undefined
  return {
    content,
    mimeType: 'audio/ogg; codecs=opus',
    durationSeconds: Math.max(1, Math.round(opus.durationSeconds)),
    waveform: waveformOf(opus.packetSizes),
  }
}
