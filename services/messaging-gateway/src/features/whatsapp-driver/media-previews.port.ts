import type { CompanyId } from '@balcao/contracts'

/** Thumbnail of a picture, and the picture's size: phones show it before they load the file. */
export interface PicturePreview {
  /** Pixels of the picture after its EXIF orientation is applied. */
  width: number
  height: number
  /** JPEG. */
  thumbnail: Buffer
}

/** Companies have the decoder one after the other. */
interface CompanyInput {
  companyId: CompanyId
}

export interface PictureInput extends CompanyInput {
  /** Called when the decoder is free, so that one picture at a time is in memory. Undefined: over the size limit. */
  read(): Promise<Buffer | undefined>
  /** Longest side of the thumbnail, in pixels. */
  maxSide: number
}

export interface DocumentInput extends CompanyInput {
  /** Called when the renderer is free, so that one file at a time is in memory. Undefined: over the size limit. */
  read(): Promise<Buffer | undefined>
  /** Longest side of the thumbnail, in pixels. */
  maxSide: number
}

export interface VideoInput extends CompanyInput {
  /** Writes the file to this path; called when the decoder is free. False: over the size limit. */
  save(path: string): Promise<boolean>
  /** Longest side of the thumbnail, in pixels. */
  maxSide: number
}

export interface SoundInput extends CompanyInput {
  /** Opus packets in order, without headers. */
  packets: readonly Uint8Array[]
  channels: number
}

/**
 * Decodes untrusted pictures, documents, videos and sound outside the event loop, within limits of bytes, pixels and time.
 * Deterministic. Undefined when the input cannot be decoded, is over a limit, waits too long or too many of its
 * company wait: the message is sent without a preview. Throws only what `read` and `save` throw.
 */
export interface MediaPreviews {
  /** Of a JPEG, PNG or WebP; the type is detected from the first bytes. */
  picture(input: PictureInput): Promise<PicturePreview | undefined>
  /** The first page of a PDF as JPEG. Encrypted PDFs have none. */
  document(input: DocumentInput): Promise<Buffer | undefined>
  /** The first frame of an MP4 or 3GP as JPEG. Also undefined when FFmpeg is not installed. */
  video(input: VideoInput): Promise<Buffer | undefined>
  /** 64 bars from 0 to 100, by loudness. */
  waveform(input: SoundInput): Promise<Uint8Array | undefined>
}

/** Longest side of a thumbnail in pixels, as WhatsApp's own clients send them. */
export const THUMBNAIL_SIDE = 100

/** WhatsApp's limit for pictures. */
export const MAX_PICTURE_BYTES = 16 * 1024 * 1024

/** Larger PDFs are sent without a thumbnail: the file is held in memory for it. */
export const MAX_THUMBNAIL_PDF_BYTES = 32 * 1024 * 1024

/** Larger videos are sent without a thumbnail: the file is written to disk for it. */
export const MAX_THUMBNAIL_VIDEO_BYTES = 64 * 1024 * 1024
