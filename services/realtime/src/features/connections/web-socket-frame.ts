const FINAL_TEXT = 0x81
const LENGTH_IN_TWO_BYTES = 126
const LENGTH_IN_EIGHT_BYTES = 127
const TWO_BYTES = 0x1_00_00

function writeHeader(frame: Buffer, length: number): void {
  frame[0] = FINAL_TEXT
  if (length < LENGTH_IN_TWO_BYTES) frame[1] = length
  else if (length < TWO_BYTES) {
    frame[1] = LENGTH_IN_TWO_BYTES
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_IN_EIGHT_BYTES
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
}

const countHeaderBytes = (length: number): number =>
  length < LENGTH_IN_TWO_BYTES ? 2 : length < TWO_BYTES ? 4 : 10

/** A server's text frame (RFC 6455, 5.2): final, unmasked, uncompressed; header and text in one buffer. */
export function encodeTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerBytes = countHeaderBytes(length)
  const frame = Buffer.allocUnsafe(headerBytes + length)
  writeHeader(frame, length)
  frame.write(text, headerBytes)
  return frame
}
