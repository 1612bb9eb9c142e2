/** What must not be found: a key, or a word that only the desk's own tables may hold. */
export interface Needle {
  name: string
  kind: 'secret' | 'word'
  bytes: Buffer
}

/** A place where something may have been written. */
export interface Sink {
  kind: 'output' | 'log' | 'trace' | 'metrics' | 'table' | 'topic' | 'file'
  name: string
  data: Buffer
}

/* Tables and topics hold messages and contacts; that is what they are for. */
const HOLDS_WORDS: readonly Sink['kind'][] = ['table', 'topic', 'file']

const SHORTEST = 8

/** A base64 text of these bytes wherever they begin in what was encoded: only characters that no neighbour touches. */
function base64At(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=/g, '')
  const head = Math.ceil((before * 8) / 6)
  const tail = (before + bytes.length) % 3 === 0 ? 0 : 1
  return text.slice(head, text.length - tail)
}

/** How these bytes look in a text, once the text's white space is gone: as they are, in hex, in base64, as numbers. */
export function formsOf(bytes: Buffer): string[] {
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

/** Forms by their first characters, so that a text is gone through once however many there are. */
function indexOf(needles: readonly Needle[]): Map<string, { form: string; needle: Needle }[]> {
  const index = new Map<string, { form: string; needle: Needle }[]>()
  for (const needle of needles)
    for (const form of formsOf(needle.bytes)) {
      const head = form.slice(0, SHORTEST)
      index.set(head, [...(index.get(head) ?? []), { form, needle }])
    }
  return index
}

/**
 * Which needle lies in which sink, in whatever writing; never the needle itself. Sorted, each once.
 * A dump of an object breaks its bytes over lines and puts blanks between them: it is looked at without them, too.
 */
export function findLeaks(sinks: readonly Sink[], needles: readonly Needle[]): string[] {
  const index = indexOf(needles)
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
