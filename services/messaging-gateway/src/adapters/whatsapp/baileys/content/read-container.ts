import { AppError } from '@balcao/kernel'

import type { OutboundMedia } from '../../../../features/whatsapp-driver'
import { readUpTo } from '../../../../read-up-to'

/** Metadata of a video or audio container; 0 where it is absent. */
export interface ContainerFacts {
  width: number
  height: number
  durationSeconds: number
}

/** Enough for the tables of a video of several hours. A file that needs more bytes is not described. */
const MAX_BYTES = 8 * 1024 * 1024

const roundWithin = (value: number | null, max: number) =>
  value !== null && Number.isFinite(value) && value > 0 && value <= max ? Math.round(value) : 0

/* Reads the requested ranges of the file only, and at most MAX_BYTES in total. */
function createRangeReader(media: OutboundMedia): (start: number, end: number) => Promise<Uint8Array> {
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
 * Size and duration of an MP4, 3GP or MP3 from its tables: decodes nothing and reads nothing else. Undefined for
 * every other format, and for broken files.
 */
export async function readContainer(media: OutboundMedia): Promise<ContainerFacts | undefined> {
  const { CustomSource, Input, MP3, MP4, QTFF } = await import('mediabunny')
  const source = new CustomSource({
    getSize: () => media.sizeBytes,
    read: createRangeReader(media),
    maxCacheSize: MAX_BYTES,
    // Reads that are no longer awaited may fail without consequence.
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ source, formats: [MP4, QTFF, MP3] })
  try {
    const video = await input.getPrimaryVideoTrack()
    const seconds = await input.getDurationFromMetadata()
    return {
      width: roundWithin(video && (await video.getDisplayWidth()), 100_000),
      height: roundWithin(video && (await video.getDisplayHeight()), 100_000),
      durationSeconds: seconds ? roundWithin(Math.max(1, seconds), 86_400) : 0,
    }
  } catch {
    // The metadata is optional: a file that cannot be parsed is sent without it.
    return undefined
  } finally {
    input.dispose()
  }
}
