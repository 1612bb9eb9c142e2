import type { Readable } from 'node:stream'

import { Parser } from 'htmlparser2'

import { UnreadableSheet } from './unreadable-sheet'

/* Of a sheet's elements about ten; the parser takes longer for each with the number of open ones. */
const MOST_DEPTH = 100

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
  let depth = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        if (depth > MOST_DEPTH) throw new UnreadableSheet('invalid')
        handler.open?.(localName(name), attributes)
      },
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => {
        depth -= 1
        handler.close?.(localName(name))
      },
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
