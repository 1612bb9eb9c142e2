// usage: npm run bench:pictures [-- --pictures=20 --write]
// Photos of 12 megapixels that are sent at the same moment: how long the event loop is blocked, and how much memory it takes, compared
// with the same codecs on the event loop itself.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { measureEventLoop, measureInChild, reportToParent } from './event-loop.mjs'
import { circumstances, writeSection } from './results.mjs'

const require = createRequire(import.meta.url)
const [WIDTH, HEIGHT] = [4_000, 3_000]

const built = (file) => require(at('services/messaging-gateway/dist', file))

/* Loaded before anything is measured. */
const ways = {
  'in a thread': () => {
    const { WorkerMediaPreviews } = built('adapters/media/worker-media-previews.js')
    const { readImageSize: imageSize } = built('features/inbound/image-size.js')
    const previews = new WorkerMediaPreviews({ imageSize })
    return (read) => previews.picture({ read, maxSide: 100 })
  },
  'on the event loop': () => {
    const { decodePicture, encodeJpeg } = built('adapters/media/picture-codecs.js')
    const { shrinkPicture } = built('adapters/media/shrink-picture.js')
    return async (read) => encodeJpeg(shrinkPicture(await decodePicture('image/jpeg', await read()), 100), 60)
  },
}

async function measure(way, file, pictures) {
  const preview = ways[way]()
  const read = () => readFile(file)
  const { answer, ...measured } = await measureEventLoop((sample) =>
    Promise.all(Array.from({ length: pictures }, () => preview(read).finally(sample))),
  )
  reportToParent({ ...measured, count: answer.filter(Boolean).length })
}

const inChild = (way, file, pictures) =>
  measureInChild(at('bench/pictures.mjs'), ['--way', way, '--file', file, '--pictures', pictures])

/* Slopes and grain, which a codec finds about as hard as a photo. */
async function makePhoto() {
  const { encodeJpeg } = built('adapters/media/picture-codecs.js')
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4)
  let grain = 1
  for (let index = 0; index < data.length; index += 1) {
    grain = (grain * 1_103_515_245 + 12_345) & 0x7fffffff
    data[index] = index % 4 === 3 ? 255 : ((index >> 16) % 200) + (grain >> 16) / 1_000
  }
  return encodeJpeg({ width: WIDTH, height: HEIGHT, data }, 85)
}

async function main({ pictures, write }) {
  await buildServer()
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-pictures-'))
  const file = path.join(folder, 'photo.jpg')
  const lines = []
  try {
    const photo = await makePhoto()
    await writeFile(file, photo)
    const size = `${pictures} photos of 12 megapixels, ${(photo.length / 1e6).toFixed(1)} MB each`
    say(size)
    for (const way of Object.keys(ways)) {
      const { longestMs, tookMs, count, grewMb } = await inChild(way, file, pictures)
      const cells = [way, `${longestMs.toFixed(0)} ms`, `${(tookMs / 1_000).toFixed(1)} s`, String(count)]
      lines.push(`| ${[...cells, `${grewMb.toFixed(0)} MB`, loadavg()[0].toFixed(1)].join(' | ')} |`)
      say(lines.at(-1))
    }
    if (write) await writeResults(size, lines)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const writeResults = async (size, lines) =>
  writeSection(
    'Thumbnails',
    `${await circumstances()}. ${size}, sent at the same moment; the longest time in which no other task ran, by
\`monitorEventLoopDelay\`. Written by \`npm run bench:pictures -- --write\`.

| decoded | longest delay | took | thumbnails | memory beside | load |
| ------- | ------------- | ---- | ---------- | ------------- | ---- |
${lines.join('\n')}`,
  )

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '20' },
    write: { type: 'boolean', default: false },
    way: { type: 'string' },
    file: { type: 'string' },
  },
})
if (values.way) await measure(values.way, values.file, Number(values.pictures))
else await main(values)
