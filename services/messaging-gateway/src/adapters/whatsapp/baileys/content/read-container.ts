import { AppError } from '@balcao/kernel'

import type { OutboundMedia } from '../../../../features/whatsapp-driver'
import { readUpTo } from './read-up-to'

/** What a file of moving pictures or sound says of itself; 0 where it does not. */
export interface ContainerFacts {
  width: number
  height: number
  durationSeconds: number
}

/** Tables of a film of some hours. What wants more of the file than that is left alone. */
const MAX_BYTES = 8 * 1024 * 1024

const sane = (value: number | null, max: number) =>
  value !== null && Number.isFinite(value) && value > 0 && value <= max ? Math.round(value) : 0

/* Only the parts of the file that are asked for, and no more than so much of it. */
function rangesOf(media: OutboundMedia): (start: number, end: number) => Promise<Uint8Array> {
  let left = MAX_BYTES
  return async (start, end) => {
    left -= end - start
    const bytes =
      left < 0 ? undefined : await readUpTo(await media.open({ start, end: end - 1 }), end - start)
    if (bytes?.length !== end - start) throw new AppError('ERR_MEDIA_EMPTY', { detail: 'a part of a file' })
    return bytes
  }
}

/**
 * Size and length of an MP4, 3GP or MP3, by its tables: nothing is decoded and only they are read. Undefined for everything else, and
 * for files that are broken.
 */
export async function readContainer(media: OutboundMedia): Promise<ContainerFacts | undefined> {
  const { CustomSource, Input, MP3, MP4, QTFF } = await import('mediabunny')
  const source = new CustomSource({
    getSize: () => media.sizeBytes,
    read: rangesOf(media),
    maxCacheSize: MAX_BYTES,
    // A read that nobody waits for any more has nobody to tell.
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ source, formats: [MP4, QTFF, MP3] })
  try {
    const video = await input.getPrimaryVideoTrack()
    const seconds = await input.getDurationFromMetadata()
    return {
      width: sane(video && (await video.getDisplayWidth()), 100_000),
      height: sane(video && (await video.getDisplayHeight()), 100_000),
      durationSeconds: seconds ? sane(Math.max(1, seconds), 86_400) : 0,
    }
  } catch {
    // What cannot be read here shows when the whole file is: this only describes it.
    return undefined
  } finally {
    input.dispose()
  }
}
