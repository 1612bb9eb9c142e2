import type { proto } from '@whiskeysockets/baileys'

import type { AdReply } from '../../../../features/whatsapp-driver'
import { sanitizeId, sanitizeLine, sanitizeText, sanitizeThumbnail } from './sanitize-values'

const LONGEST_BODY = 1_000
const LONGEST_URL = 2_000

function parseWebUrl(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_URL || !URL.canParse(value)) return ''
  const { protocol, username, password } = new URL(value)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && password === '' ? value : ''
}

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
    thumbnail: sanitizeThumbnail(ad.thumbnail),
  }
}
