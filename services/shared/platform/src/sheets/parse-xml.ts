import type { Readable } from 'node:stream'

import { Parser } from 'htmlparser2'

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/* Some programs write `x:row` for `row`. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Pushes a stream of XML through a handler; after each chunk the caller takes what the handler collected. */
export async function* parseXml<T>(
  stream: Readable,
  handler: XmlHandler,
  take: () => T[],
): AsyncGenerator<T> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(localName(name), attributes),
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => handler.close?.(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  )
  stream.setEncoding('utf8')
  for await (const chunk of stream) {
    parser.write(chunk as string)
    yield* take()
  }
  parser.end()
  yield* take()
}
