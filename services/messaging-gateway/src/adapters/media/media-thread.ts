import { parentPort } from 'node:worker_threads'

import { drawBars } from './draw-bars'
import { readExifOrientation } from './exif-orientation'
import type { MediaAnswer, MediaTask } from './media-task'
import { decodePicture, encodeJpeg } from './picture-codecs'
import { readLoudness } from './read-loudness'
import { isOnItsSide, shrinkPicture, turnPicture } from './shrink-picture'

/* The worker thread: WebAssembly and loops over pixels, which would stop the event loop for up to a second. */

/** At 100 pixels some 3 KB, which travel once for each of the recipient's devices. */
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

/* What throws here ends the thread; the service makes another for the next task. */
parentPort?.on('message', (task: MediaTask) => {
  void answer(task).then((done) => parentPort?.postMessage(done))
})
