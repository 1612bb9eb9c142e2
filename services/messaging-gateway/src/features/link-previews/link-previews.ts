import { createHash } from 'node:crypto'

import type { CompanyId } from '@balcao/contracts'
import { AppError, DAY, SECOND, type Cache } from '@balcao/kernel'

import type { LinkPreview, MediaPreviews } from '../whatsapp-driver'
import { findLink } from './find-link'
import type { LinkPages } from './link-pages.port'
import { readPage, type PageWords } from './read-page'

export interface LinkPreviewDeps {
  pages: LinkPages
  previews: Pick<MediaPreviews, 'picture'>
  cache: Cache
  /** Whether the company has switched previews on. */
  isWanted(companyId: CompanyId): Promise<boolean>
  signals: {
    linkPreviewed(companyId: CompanyId): void
    linkNotPreviewed(companyId: CompanyId, code: string): void
  }
  /** For page and picture together. */
  withinMs?: number
}

/** What is remembered of an address, in plain JSON. `preview` is missing where there is none. */
interface CachedPreview {
  preview?: Omit<LinkPreview, 'matchedText' | 'thumbnail'> & { thumbnail: string }
}

const WITHIN_MS = 3 * SECOND
const REMEMBER_MS = DAY
/** As the library's own previews: shown beside the words. */
const THUMBNAIL_SIDE = 192

const cacheKey = (companyId: CompanyId, link: string): string =>
  `messaging-gateway:${companyId}:link:${createHash('sha256').update(link).digest('base64url')}`

/**
 * Previews of the links in messages that are sent. Each address is fetched once a day for a company, whether it has a preview or
 * not: a campaign asks for its link with each message.
 */
export class LinkPreviews {
  private readonly fetching = new Map<string, Promise<CachedPreview>>()

  constructor(private readonly deps: LinkPreviewDeps) {}

  /** Of the first link in the text. Undefined where the company wants none, or it cannot be had in time. Never throws an AppError. */
  async find(companyId: CompanyId, text: string): Promise<LinkPreview | undefined> {
    const link = findLink(text)
    if (!link) return undefined
    try {
      if (!(await this.deps.isWanted(companyId))) return undefined
      const { preview } = await this.findCached(companyId, link)
      if (!preview) return undefined
      return { ...preview, matchedText: link, thumbnail: Buffer.from(preview.thumbnail, 'base64') }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.deps.signals.linkNotPreviewed(companyId, error.code)
      return undefined
    }
  }

  private async findCached(companyId: CompanyId, link: string): Promise<CachedPreview> {
    const key = cacheKey(companyId, link)
    const known = await this.deps.cache.get<CachedPreview>(key)
    if (known) return known
    const fetched = this.fetching.get(key) ?? this.fetchAndCache(companyId, key, link)
    this.fetching.set(key, fetched)
    return fetched.finally(() => this.fetching.delete(key))
  }

  private async fetchAndCache(companyId: CompanyId, key: string, link: string): Promise<CachedPreview> {
    const { signals, cache } = this.deps
    const remembered: CachedPreview = await this.fetchPreview(companyId, link).then(
      (preview) => ({ ...(preview && { preview }) }),
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        signals.linkNotPreviewed(companyId, error.code)
        return {}
      },
    )
    if (remembered.preview) signals.linkPreviewed(companyId)
    await cache.set(key, remembered, REMEMBER_MS)
    return remembered
  }

  private async fetchPreview(companyId: CompanyId, link: string): Promise<CachedPreview['preview']> {
    const signal = AbortSignal.timeout(this.deps.withinMs ?? WITHIN_MS)
    const page = await this.deps.pages.fetch(link, signal)
    if (!/^(text\/html|application\/xhtml\+xml|$)/i.test(page.contentType)) return undefined
    const words = readPage(page)
    if (!words) return undefined
    const { title, description } = words
    return { title, description, thumbnail: await this.fetchThumbnail(companyId, words, signal) }
  }

  /* A preview is one without its picture, too. */
  private async fetchThumbnail(
    companyId: CompanyId,
    { imageUrl }: PageWords,
    signal: AbortSignal,
  ): Promise<string> {
    if (imageUrl === '') return ''
    const image = await this.deps.pages.fetch(imageUrl, signal).catch((error: unknown) => {
      if (error instanceof AppError) return undefined
      throw error
    })
    if (!image?.isWhole) return ''
    const read = () => Promise.resolve(image.body)
    const picture = await this.deps.previews.picture({ companyId, read, maxSide: THUMBNAIL_SIDE })
    return picture?.thumbnail.toString('base64') ?? ''
  }
}
