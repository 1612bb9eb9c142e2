import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { companyId as toCompanyId, type CompanyId } from '@balcao/contracts'
import {
  DAY,
  HOUR,
  SECOND,
  type Clock,
  type MediaLinkOptions,
  type MediaLinks,
  type VerifiedMedia,
} from '@balcao/kernel'

/** For sessions. */
export const MEDIA_PATH = '/public/m/'
/** For programs without one. */
export const PROGRAM_MEDIA_PATH = '/public/h/'

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

/* Expiry `e` of a link made now: the end of the (UTC) day after 24 h from now, in seconds. */
const endOfTomorrow = (now: Date): number => (Math.ceil(now.getTime() / DAY) + 1) * fullDaySeconds
const inAnHour = (now: Date): number => Math.floor((now.getTime() + HOUR) / SECOND)

/* Who a link is for: its path, its key and its life. */
interface Audience {
  path: string
  secret: string | Buffer
  computeExpiry(now: Date): number
  needsSession: boolean
}

function parseLink(path: string, query: Record<string, string>): Link | undefined {
  const isSound = isMediaKey(path) && /^[1-9]\d{0,9}$/.test(query.c ?? '') && /^\d{1,12}$/.test(query.e ?? '')
  if (!isSound) return undefined
  const mimeType = query.t ?? DEFAULT_TYPE
  return {
    companyId: toCompanyId(Number(query.c)),
    key: path,
    expiresAt: Number(query.e),
    name: query.n ?? '',
    mimeType,
    disposition: chooseDisposition(mimeType),
  }
}

function createSigner({ path, secret, computeExpiry, needsSession }: Audience, clock: Clock) {
  const compute = (link: Link): Buffer => createHmac('sha256', secret).update(signedText(link)).digest()
  return {
    sign: (
      companyId: CompanyId,
      key: string,
      { name = '', mimeType = DEFAULT_TYPE }: MediaLinkOptions = {},
    ): string => {
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
      query.set('s', compute(link).toString('base64url'))
      return `${path}${key}?${query.toString()}`
    },
    verify: (asked: string, query: Record<string, string>): VerifiedMedia | undefined => {
      const link = asked.startsWith(path) ? parseLink(asked.slice(path.length), query) : undefined
      if (!link || link.expiresAt * SECOND <= clock.now().getTime()) return undefined
      const given = Buffer.from(query.s ?? '', 'base64url')
      const expected = compute(link)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const { companyId, key, mimeType, disposition } = link
      return { companyId, key, name: link.name || undefined, mimeType, disposition, needsSession }
    },
  }
}

/**
 * Links signed with HMAC-SHA256 over company, object, expiry, name, type and disposition. The signature covers everything
 * in the link; signers and servers share `secret`. Links for programs are signed under a key derived from it.
 * @param publicUrl the desk's origin: links for sessions begin with it; '' for paths
 */
export function createMediaLinks(secret: string, clock: Clock, publicUrl = ''): MediaLinks {
  const sessions = createSigner(
    { path: MEDIA_PATH, secret, computeExpiry: endOfTomorrow, needsSession: true },
    clock,
  )
  const programs = createSigner(
    {
      path: PROGRAM_MEDIA_PATH,
      secret: Buffer.from(hkdfSync('sha256', secret, '', 'balcao media for programs', 32)),
      computeExpiry: inAnHour,
      needsSession: false,
    },
    clock,
  )
  return {
    sign: (company, key, options) =>
      publicUrl + (options?.isFetched && publicUrl !== '' ? programs : sessions).sign(company, key, options),
    signForProgram: programs.sign,
    verify: (path, query) => sessions.verify(path, query) ?? programs.verify(path, query),
  }
}
