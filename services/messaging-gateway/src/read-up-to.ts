import type { Readable } from 'node:stream'

/** The whole content; undefined when it is longer than `maxBytes`. Closes the stream. */
export async function readUpTo(content: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    size += chunk.length
    // `return` inside the loop closes the stream.
    if (size > maxBytes) return undefined
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

/** The same of a file whose size is known: one that is too large is not opened. */
export const readWithin = async (
  file: { sizeBytes: number; open(): Promise<Readable> },
  maxBytes: number,
): Promise<Buffer | undefined> =>
  file.sizeBytes > maxBytes ? undefined : readUpTo(await file.open(), maxBytes)
