import type { CompanyId } from '@balcao/contracts'

import { bareMimeType } from '../../../../bare-mime-type'
import type { OutboundMedia } from '../../../../features/whatsapp-driver'
import type { MediaPreviews } from '../../../../features/whatsapp-driver/media-previews.port'
import { readWithin } from '../../../../read-up-to'
import { drawBarsBySize, isOgg, readOggOpus } from './ogg-opus'
import { isMatroska, remuxOpus } from './remux-opus'

/** A file that phones play as a voice note: a whole Ogg Opus file, in memory. */
export interface VoiceNote {
  content: Buffer
  mimeType: string
  /** At least 1. */
  durationSeconds: number
  waveform: Uint8Array
}

/** WhatsApp's limit for audio: over an hour of speech as browsers record it. Bounds the memory of one send. */
export const MAX_VOICE_NOTE_BYTES = 16 * 1024 * 1024

const recordings = [
  'audio/ogg',
  'audio/opus',
  'application/ogg',
  'audio/webm',
  'audio/x-matroska',
  'video/x-matroska',
]

async function toOgg(bytes: Buffer): Promise<Buffer | undefined> {
  if (isOgg(bytes)) return bytes
  return isMatroska(bytes) ? remuxOpus(bytes) : undefined
}

/**
 * The voice note in an audio file: Ogg Opus unchanged, Opus in WebM (browsers' recordings) remuxed into Ogg without
 * encoding it again. Undefined for other audio, and for files over the limit: those are sent as ordinary files.
 */
export async function readVoiceNote(
  media: OutboundMedia,
  { companyId, previews }: { companyId: CompanyId; previews: Pick<MediaPreviews, 'waveform'> },
): Promise<VoiceNote | undefined> {
  if (!recordings.includes(bareMimeType(media.mimeType))) return undefined
  const bytes = await readWithin(media, MAX_VOICE_NOTE_BYTES)
  const content = bytes && (await toOgg(bytes))
  const opus = content && readOggOpus(content)
  if (!opus || opus.packets.length === 0) return undefined
  return {
    content,
    mimeType: 'audio/ogg; codecs=opus',
    durationSeconds: Math.max(1, Math.round(opus.durationSeconds)),
    waveform: (await previews.waveform({ companyId, ...opus })) ?? drawBarsBySize(opus.packets),
  }
}
