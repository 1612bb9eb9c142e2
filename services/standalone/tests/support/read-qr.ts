import jsQR from 'jsqr'
import { PNG } from 'pngjs'

/** What a phone's camera reads off a screenshot (PNG), if there is a QR code in it. */
export function readQr(screenshot: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(screenshot)
  return jsQR(Uint8ClampedArray.from(data), width, height)?.data
}
