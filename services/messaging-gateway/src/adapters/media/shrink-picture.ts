/** RGBA, 8 bits a channel, row by row. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

const WHITE = 255

/* Writes the mean of the source's pixels in a rectangle, blended over white. */
function writeMean(source: Pixels, [left, top, right, bottom]: number[], out: Uint8ClampedArray): void {
  const { data, width } = source
  const [fromX = 0, fromY = 0, toX = 0, toY = 0] = [left, top, right, bottom]
  let [red, green, blue, opacity] = [0, 0, 0, 0]
  for (let y = fromY; y < toY; y += 1) {
    const end = (y * width + toX) * 4
    for (let at = (y * width + fromX) * 4; at < end; at += 4) {
      const alpha = data[at + 3] ?? 0
      red += (data[at] ?? 0) * alpha
      green += (data[at + 1] ?? 0) * alpha
      blue += (data[at + 2] ?? 0) * alpha
      opacity += alpha
    }
  }
  const whole = (toX - fromX) * (toY - fromY) * 255
  const background = WHITE * (whole - opacity)
  out.set([(red + background) / whole, (green + background) / whole, (blue + background) / whole, 255])
}

/** The picture scaled to at most `maxSide` pixels wide and high, opaque over white. A smaller one keeps its size. */
export function shrinkPicture(source: Pixels, maxSide: number): Pixels {
  const scale = Math.min(1, maxSide / Math.max(source.width, source.height))
  const width = Math.max(1, Math.round(source.width * scale))
  const height = Math.max(1, Math.round(source.height * scale))
  const data = new Uint8ClampedArray(width * height * 4)
  const column = (x: number) => Math.floor((x * source.width) / width)
  const row = (y: number) => Math.floor((y * source.height) / height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4
      writeMean(source, [column(x), row(y), column(x + 1), row(y + 1)], data.subarray(at, at + 4))
    }
  return { width, height, data }
}

type PixelMap = (x: number, y: number, width: number, height: number) => [number, number]

/* Maps a pixel of the upright picture to its position in the stored one, by EXIF orientation. */
const mapsByOrientation: Record<number, PixelMap> = {
  2: (x, y, width) => [width - 1 - x, y],
  3: (x, y, width, height) => [width - 1 - x, height - 1 - y],
  4: (x, y, _width, height) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _width, height) => [y, height - 1 - x],
  7: (x, y, width, height) => [width - 1 - y, height - 1 - x],
  8: (x, y, width) => [width - 1 - y, x],
}

/** Whether width and height are swapped in storage: EXIF orientations 5 to 8. */
export const isOnItsSide = (orientation: number): boolean => orientation >= 5 && orientation <= 8

/** The picture turned upright. @param orientation EXIF, 1 to 8; any other value leaves the picture unchanged. */
export function turnPicture(source: Pixels, orientation: number): Pixels {
  const mapPixel = mapsByOrientation[orientation]
  if (!mapPixel) return source
  const [width, height] = isOnItsSide(orientation)
    ? [source.height, source.width]
    : [source.width, source.height]
  const data = new Uint8ClampedArray(source.data.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = mapPixel(x, y, source.width, source.height)
      const from = (fromY * source.width + fromX) * 4
      data.set(source.data.subarray(from, from + 4), (y * width + x) * 4)
    }
  return { width, height, data }
}
