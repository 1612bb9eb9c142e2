import { randomBytes, randomFillSync } from 'node:crypto'

import { systemClock, type Clock, type Ids } from '@balcao/kernel'

const COUNTER_LIMIT = 0x1000

/**
 * UUIDv7, monotonic within this process: the 12 bits after the milliseconds count up
 * from a random start, and a clock that steps back keeps the last time.
 */
export function createIds(clock: Clock = systemClock): Ids {
  let lastMs = 0
  let counter = 0
  const random = Buffer.alloc(16)

  const tick = () => {
    const nowMs = clock.now().getTime()
    if (nowMs > lastMs) {
      lastMs = nowMs
      // Leaves half the range for counting.
      counter = randomBytes(2).readUInt16BE() & 0x7ff
    } else if ((counter += 1) >= COUNTER_LIMIT) {
      lastMs += 1
      counter = 0
    }
  }
  return {
    next() {
      tick()
      randomFillSync(random)
      random.writeUIntBE(lastMs, 0, 6)
      random.writeUInt16BE(0x7000 | counter, 6)
      random.writeUInt8(0x80 | (random.readUInt8(8) & 0x3f), 8)
      const hex = random.toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    },
    token: (bytes) => randomBytes(bytes).toString('hex'),
  }
}
