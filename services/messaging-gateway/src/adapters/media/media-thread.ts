import { parentPort } from 'node:worker_threads'

import { drawBars } from './draw-bars'
import { readExifOrientation } from './exif-orientation'
import type { MediaAnswer, MediaTask } from './media-task'
import { decodePicture, encodeJpeg } from './picture-codecs'
import { readLoudness } from './read-loudness'
import { isOnItsSide, shrinkPicture, turnPicture } from './shrink-picture'

/* Runs in a worker thread: WebAssembly codecs and loops over pixels would block the event loop for up to a second. */

/** A thumbnail of 100 pixels takes about 3 KB at this quality; it is sent once per recipient device. */
const QUALITY = 60

type PictureTask = Extract<MediaTask, { kind: 'picture' }>

async function preview({ type, bytes, maxSide }: PictureTask): Promise<MediaAnswer> {
  const orientation = type === 'image/jpeg' ? readExifOrientation(Buffer.from(bytes)) : 1
  const picture = await decodePicture(type, bytes)
  const small = turnPicture(shrinkPicture(picture, maxSide), orientation)
  const [width, height] = isOnItsSide(orientation)
    ? [picture.height, picture.width]
    : [picture.width, picture.height]
  return { kind: 'picture', width, height, thumbnail: await encodeJpeg(small, QUALITY) }
}

const answer = async (task: MediaTask): Promise<MediaAnswer> =>
  task.kind === 'picture' ? preview(task) : { kind: 'sound', waveform: drawBars(await readLoudness(task)) }

/* An exception ends the thread; the service starts another one for the next task. */
parentPort?.on('message', (task: MediaTask) => {
  void answer(task).then((done) => parentPort?.postMessage(done))
})
