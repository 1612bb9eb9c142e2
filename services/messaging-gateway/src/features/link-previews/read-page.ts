import { Parser } from 'htmlparser2'

/** What a page says of itself. Nothing in it is believed further than to be shown. */
export interface PageWords {
  title: string
  description: string
  /** http or https, or ''. */
  imageUrl: string
}

const MAX_TITLE = 200
const MAX_DESCRIPTION = 400
const MAX_URL = 2_000
/** Where HTML has to say its encoding (WHATWG HTML, 4.2.5.4). */
const ENCODING_WITHIN = 1_024

/* Control and invisible characters can turn the text around them. */
const shownLine = (text: string, max: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, max)

function decode(body: Buffer, contentType: string): string {
  const head = body.toString('latin1', 0, ENCODING_WITHIN)
  const label = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /charset=["']?([\w-]+)/i.exec(head)?.[1]
  try {
    return new TextDecoder(label ?? 'utf-8').decode(body)
  } catch {
    // An unknown encoding: read as UTF-8.
    return new TextDecoder('utf-8').decode(body)
  }
}

/* The first of each name counts; attributes without a value are none. */
function readTags(html: string): Map<string, string> {
  const found = new Map<string, string>()
  const note = (name: string, value: string | undefined) => {
    if (name && value?.trim() && !found.has(name)) found.set(name, value)
  }
  let isTitle = false
  let title = ''
  const parser = new Parser({
    onopentag: (tag, { property, name, content }) => {
      if (tag === 'title') isTitle = true
      if (tag === 'meta') note((property ?? name ?? '').toLowerCase(), content)
      // Words of the page itself say nothing of it.
      if (tag === 'body') parser.pause()
    },
    ontext: (text) => {
      if (isTitle && title.length < MAX_TITLE * 2) title += text
    },
    onclosetag: (tag) => {
      if (tag === 'title') isTitle = false
      if (tag === 'title') note('title', title)
    },
  })
  parser.write(html)
  return found
}

function resolveUrl(address: string | undefined, base: string): URL | undefined {
  if (!address || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return /^https?:$/.test(url.protocol) && url.href.length <= MAX_URL ? url : undefined
}

/**
 * A page's own words, from Open Graph or plain HTML. Undefined without a title. Never throws on broken pages.
 * @param url where the page was found, for the picture's address.
 */
export function readPage(page: { url: string; contentType: string; body: Buffer }): PageWords | undefined {
  const tags = readTags(decode(page.body, page.contentType))
  const first = (...names: string[]) => names.map((name) => tags.get(name)).find((value) => value) ?? ''
  const title = shownLine(first('og:title', 'twitter:title', 'title'), MAX_TITLE)
  if (title === '') return undefined
  return {
    title,
    description: shownLine(first('og:description', 'twitter:description', 'description'), MAX_DESCRIPTION),
    imageUrl: resolveUrl(first('og:image:secure_url', 'og:image', 'twitter:image'), page.url)?.href ?? '',
  }
}
