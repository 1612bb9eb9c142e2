import jsQR from 'jsqr'
import { PNG } from 'pngjs'

/** Decodes the QR code in a screenshot (PNG); undefined without one. */
export function readQr(screenshot: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(screenshot)
  return jsQR(Uint8ClampedArray.from(data), width, height)?.data
}
