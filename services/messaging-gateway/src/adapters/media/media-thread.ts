import { parentPort } from 'node:worker_threads'

import { drawBars } from './draw-bars'
import { drawFirstPage, prepareRenderer } from './draw-pdf'
import { readExifOrientation } from './exif-orientation'
import type { MediaAnswer, MediaTask, Preparation } from './media-task'
import { decodePicture, encodeJpeg, prepareDecoder, prepareEncoder } from './picture-codecs'
import { readLoudness } from './read-loudness'
import { isOnItsSide, shrinkPicture, turnPicture } from './shrink-picture'

/* Runs in a worker thread: WebAssembly codecs and loops over pixels would block the event loop for up to a second. */

/** A thumbnail of 100 pixels takes about 3 KB at this quality; it is sent once per recipient device. */
const QUALITY = 60

type PictureTask = Extract<MediaTask, { kind: 'picture' }>
type DocumentTask = Extract<MediaTask, { kind: 'document' }>

async function preview({ type, bytes, maxSide }: PictureTask): Promise<MediaAnswer> {
  const orientation = type === 'image/jpeg' ? readExifOrientation(Buffer.from(bytes)) : 1
  const picture = await decodePicture(type, bytes)
  const small = turnPicture(shrinkPicture(picture, maxSide), orientation)
  const [width, height] = isOnItsSide(orientation)
    ? [picture.height, picture.width]
    : [picture.width, picture.height]
  return { kind: 'picture', width, height, thumbnail: await encodeJpeg(small, QUALITY) }
}

/* Drawn twice as large and shrunk: small letters stay lines instead of dots. */
const previewPage = async ({ bytes, maxSide }: DocumentTask): Promise<MediaAnswer> => {
  const page = shrinkPicture(await drawFirstPage(bytes, maxSide * 2), maxSide)
  return { kind: 'document', thumbnail: await encodeJpeg(page, QUALITY) }
}

async function answer(task: MediaTask): Promise<MediaAnswer> {
  if (task.kind === 'picture') return preview(task)
  if (task.kind === 'document') return previewPage(task)
  return { kind: 'sound', waveform: drawBars(await readLoudness(task)) }
}

async function prepare({ for: kind, type }: Preparation): Promise<'ready'> {
  if (type) await prepareDecoder(type)
  if (kind === 'document') await prepareRenderer()
  if (kind !== 'sound') await prepareEncoder()
  return 'ready'
}

/* An exception ends the thread; the service starts another one for the next task. */
parentPort?.on('message', (asked: Preparation | MediaTask) => {
  const done = asked.kind === 'prepare' ? prepare(asked) : answer(asked)
  void done.then((said) => parentPort?.postMessage(said))
})
