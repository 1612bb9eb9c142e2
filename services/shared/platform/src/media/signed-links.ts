import { createHmac, timingSafeEqual } from 'node:crypto'

import { companyId as toCompanyId, type CompanyId } from '@balcao/contracts'
import { DAY, type Clock, type MediaLinks, type VerifiedMedia } from '@balcao/kernel'

export const MEDIA_PATH = '/public/m/'

/* Valid keys: `companies/7/2026/11/<32 hex>.jpg`. No dot folders, no empty segments, nothing to decode. */
const KEY = /^(?:[a-z0-9_-]+\/)*[a-z0-9_-]+(?:\.[a-z0-9]{1,8})?$/
const INLINE = /^(?:image\/(?:png|jpeg|webp|gif)|audio\/[a-z0-9.+-]+|video\/mp4|application\/pdf)$/
const DEFAULT_TYPE = 'application/octet-stream'

interface Link {
  companyId: CompanyId
  key: string
  expiresAt: number
  name: string
  mimeType: string
  disposition: 'inline' | 'attachment'
}

const chooseDisposition = (mimeType: string): 'inline' | 'attachment' =>
  INLINE.test(mimeType) ? 'inline' : 'attachment'

const isMediaKey = (key: string): boolean => key.length <= 300 && KEY.test(key)

/* Length-prefixed, so that two different links never sign the same text. */
const signedText = (link: Link): string =>
  [link.companyId, link.key, link.expiresAt, link.name, link.mimeType, link.disposition]
    .map((part) => `${String(part).length}:${part}`)
    .join('|')

const fullDaySeconds = DAY / 1000

/** Expiry `e` of a link made now: the end of the (UTC) day after 24 h from now, in seconds. */
const computeExpiry = (now: Date): number => (Math.ceil(now.getTime() / DAY) + 1) * fullDaySeconds

/**
 * Links signed with HMAC-SHA256 over company, object, expiry, name, type and disposition. The signature covers everything
 * in the link; signers and servers share `secret`.
 */
export function createMediaLinks(secret: string, clock: Clock): MediaLinks {
  const sign = (link: Link): Buffer => createHmac('sha256', secret).update(signedText(link)).digest()

  const parse = (path: string, query: Record<string, string>): Link | undefined => {
    const key = path.startsWith(MEDIA_PATH) ? path.slice(MEDIA_PATH.length) : ''
    const isSound =
      isMediaKey(key) && /^[1-9]\d{0,9}$/.test(query.c ?? '') && /^\d{1,12}$/.test(query.e ?? '')
    if (!isSound) return undefined
    const mimeType = query.t ?? DEFAULT_TYPE
    return {
      companyId: toCompanyId(Number(query.c)),
      key,
      expiresAt: Number(query.e),
      name: query.n ?? '',
      mimeType,
      disposition: chooseDisposition(mimeType),
    }
  }

  return {
    sign: (companyId, key, { name = '', mimeType = DEFAULT_TYPE } = {}) => {
      const link: Link = {
        companyId,
        key,
        expiresAt: computeExpiry(clock.now()),
        name: name.toWellFormed(),
        mimeType,
        disposition: chooseDisposition(mimeType),
      }
      const query = new URLSearchParams({ c: String(companyId), e: String(link.expiresAt) })
      if (link.name !== '') query.set('n', link.name)
      if (mimeType !== DEFAULT_TYPE) query.set('t', mimeType)
      query.set('s', sign(link).toString('base64url'))
      return `${MEDIA_PATH}${key}?${query.toString()}`
    },
    verify: (path, query): VerifiedMedia | undefined => {
      const link = parse(path, query)
      if (!link || link.expiresAt * 1000 <= clock.now().getTime()) return undefined
      const given = Buffer.from(query.s ?? '', 'base64url')
      const expected = sign(link)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const { companyId, key, mimeType, disposition } = link
      return { companyId, key, name: link.name || undefined, mimeType, disposition }
    },
  }
}
