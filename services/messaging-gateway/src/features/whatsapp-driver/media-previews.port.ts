/** What a phone shows of a picture before it has loaded the file. */
export interface PicturePreview {
  /** Of the picture itself, upright. */
  width: number
  height: number
  /** JPEG. */
  thumbnail: Buffer
}

export interface PictureInput {
  /** Called when the picture's turn comes, so that only one lies in memory. Undefined: too long, it gets no preview. */
  read(): Promise<Buffer | undefined>
  /** Longest side of the thumbnail, in pixels. */
  maxSide: number
}

export interface VideoInput {
  /** Writes the file to this path when the video's turn comes. False: too long, it gets no thumbnail. */
  save(path: string): Promise<boolean>
  /** Longest side of the thumbnail, in pixels. */
  maxSide: number
}

export interface SoundInput {
  /** Opus packets in order, without headers. */
  packets: readonly Uint8Array[]
  channels: number
}

/**
 * Decodes pictures and sound that others made, apart from the event loop and within limits of bytes, pixels and time. The same
 * input gives the same bytes. Undefined for what cannot be decoded, is over a limit or has to wait too long: a message goes
 * without. Throws only what `read` and `save` throw.
 */
export interface MediaPreviews {
  /** A JPEG, PNG or WebP, by its first bytes. */
  picture(input: PictureInput): Promise<PicturePreview | undefined>
  /** The first frame of an MP4 or 3GP as JPEG. Undefined, too, where the installation has no program for it. */
  video(input: VideoInput): Promise<Buffer | undefined>
  /** 64 bars, 0 to 100, by how loud each part is. */
  waveform(input: SoundInput): Promise<Uint8Array | undefined>
}

/** WhatsApp takes no larger picture. */
export const MAX_PICTURE_BYTES = 16 * 1024 * 1024

/** Larger videos are sent without a thumbnail: the file is written to disk for it. */
export const MAX_THUMBNAIL_VIDEO_BYTES = 64 * 1024 * 1024
