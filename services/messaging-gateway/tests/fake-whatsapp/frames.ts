import { bigEndian } from './stanza'

const HEADER_BYTES = 4
const ROUTING_PREFIX_BYTES = 7

export const encodeFrame = (payload: Uint8Array): Buffer =>
  Buffer.concat([bigEndian(payload.length, 3), payload])

/** Splits a client's byte stream into frames: one intro, then each frame after its length. */
export class FrameReader {
  private buffered: Buffer = Buffer.alloc(0)
  private introSeen = false

  push(bytes: Buffer): Buffer[] {
    this.buffered = this.buffered.length === 0 ? bytes : Buffer.concat([this.buffered, bytes])
    if (!this.introSeen && !this.skipIntro()) return []
    const frames: Buffer[] = []
    for (;;) {
      const frame = this.take()
      if (!frame) return frames
      frames.push(frame)
    }
  }

  private take(): Buffer | undefined {
    if (this.buffered.length < 3) return undefined
    const end = 3 + this.buffered.readUIntBE(0, 3)
    if (this.buffered.length < end) return undefined
    const frame = this.buffered.subarray(3, end)
    this.buffered = this.buffered.subarray(end)
    return frame
  }

  /** `WA` and two version bytes, preceded by routing information when the client has connected before. */
  private skipIntro(): boolean {
    if (this.buffered.length < ROUTING_PREFIX_BYTES) return false
    const hasRouting = this.buffered.subarray(0, 2).toString('latin1') === 'ED'
    const skipped = hasRouting ? ROUTING_PREFIX_BYTES + this.buffered.readUIntBE(4, 3) : 0
    const intro = this.buffered.subarray(skipped, skipped + HEADER_BYTES)
    if (intro.length < HEADER_BYTES) return false
    if (intro.subarray(0, 2).toString('latin1') !== 'WA')
      throw new Error('The stream does not begin with WA.')
    this.buffered = this.buffered.subarray(skipped + HEADER_BYTES)
    this.introSeen = true
    return true
  }
}
