import type { proto } from '@whiskeysockets/baileys'

import type { AdReply } from '../../../../features/whatsapp-driver'
import { sanitizeId, sanitizeLine, sanitizeText } from './sanitize-values'

const MOST_THUMBNAIL_BYTES = 16 * 1024
const LONGEST_BODY = 1_000
const LONGEST_URL = 2_000
const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff])

function parseWebUrl(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_URL || !URL.canParse(value)) return ''
  const { protocol, username, password } = new URL(value)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && password === '' ? value : ''
}

const readThumbnail = (value: unknown): string =>
  value instanceof Uint8Array &&
  value.length <= MOST_THUMBNAIL_BYTES &&
  Buffer.from(value.subarray(0, JPEG_HEAD.length)).equals(JPEG_HEAD)
    ? Buffer.from(value).toString('base64')
    : ''

/**
 * The ad or post that the conversation started from, as the sender's app states it; undefined without a title and a
 * link. A picture over 16 KiB, or one that is not a JPEG, is omitted; none is fetched.
 */
export function readAd(context: proto.IContextInfo | undefined): AdReply | undefined {
  const ad = context?.externalAdReply
  if (!ad) return undefined
  const title = sanitizeLine(ad.title)
  const url = parseWebUrl(ad.sourceUrl)
  if (title === '' && url === '') return undefined
  return {
    title,
    url,
    body: sanitizeText(ad.body, LONGEST_BODY),
    sourceType: sanitizeId(ad.sourceType),
    sourceId: sanitizeId(ad.sourceId),
    thumbnail: readThumbnail(ad.thumbnail),
  }
}
