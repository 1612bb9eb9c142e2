/** A secret to search for: a key, or a word that only the desk's own tables may contain. */
export interface Needle {
  name: string
  kind: 'secret' | 'word'
  bytes: Buffer
}

/** A file, table, topic or log that may contain it. */
export interface Sink {
  kind: 'output' | 'log' | 'trace' | 'metrics' | 'table' | 'topic' | 'file'
  name: string
  data: Buffer
}

/* Tables and topics contain messages and contacts by design. */
const HOLDS_WORDS: readonly Sink['kind'][] = ['table', 'topic', 'file']

const SHORTEST = 8

/** A base64 text of these bytes at any offset of the encoded data: only characters that depend on these bytes alone. */
function base64At(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=/g, '')
  const head = Math.ceil((before * 8) / 6)
  const tail = (before + bytes.length) % 3 === 0 ? 0 : 1
  return text.slice(head, text.length - tail)
}

/** The encodings of these bytes in a text without white space: raw, hex, base64, decimal numbers. */
export function listEncodings(bytes: Buffer): string[] {
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].map((before) => base64At(bytes, before))
  const base64Url = base64.map((text) => text.replace(/\+/g, '-').replace(/\//g, '_'))
  const forms = [
    bytes.toString('latin1'),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64Url,
    [...bytes].join(','),
  ]
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST)
}

/** Indexed by first character, so that a text is scanned once for all of them. */
function buildIndex(needles: readonly Needle[]): Map<string, { form: string; needle: Needle }[]> {
  const index = new Map<string, { form: string; needle: Needle }[]>()
  for (const needle of needles)
    for (const form of listEncodings(needle.bytes)) {
      const head = form.slice(0, SHORTEST)
      index.set(head, [...(index.get(head) ?? []), { form, needle }])
    }
  return index
}

/**
 * Which needle is in which sink, in any encoding; never the needle itself. Sorted, each once.
 * An object dump splits bytes over lines and blanks: it is searched without white space too.
 */
export function findLeaks(sinks: readonly Sink[], needles: readonly Needle[]): string[] {
  const index = buildIndex(needles)
  const found = new Set<string>()
  for (const { kind, name, data } of sinks) {
    const text = data.toString('latin1')
    for (const view of [text, text.replace(/\s+/g, '')])
      for (let at = 0; at + SHORTEST <= view.length; at++)
        for (const { form, needle } of index.get(view.slice(at, at + SHORTEST)) ?? [])
          if (view.startsWith(form, at) && !(needle.kind === 'word' && HOLDS_WORDS.includes(kind)))
            found.add(`${needle.name} in ${kind} ${name}`)
  }
  return [...found].sort()
}
