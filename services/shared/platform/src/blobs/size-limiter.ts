import { Transform } from 'node:stream'

import { AppError } from '@balcao/kernel'

export interface SizeLimiter {
  /** Passes bytes on; fails with ERR_MEDIA_TOO_LARGE at the first one too many. */
  stream: Transform
  readonly sizeBytes: number
}

/** Counts the bytes that pass. */
export function createSizeLimiter(maxBytes = Number.POSITIVE_INFINITY): SizeLimiter {
  let sizeBytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes)
        done(new AppError('ERR_MEDIA_TOO_LARGE', { detail: `more than ${maxBytes} bytes` }))
      else done(null, chunk)
    },
  })
  return {
    stream,
    get sizeBytes() {
      return sizeBytes
    },
  }
}
