import type { CompanyId } from '@balcao/contracts'

export interface MediaLinkOptions {
  /** File name offered for download. */
  name?: string
  mimeType?: string
}

/** Signed links to media: `/public/m/{key}?c=&e=&s=&…`. Bound to company, object and disposition; answered to living sessions only. */
export interface MediaLinks {
  /** Valid for at least 24 h; the same link for a day, so that browser caches hit. Path only, without host. */
  sign(companyId: CompanyId, key: string, options?: MediaLinkOptions): string
  /** The object of a link, or undefined when the link is forged, altered or expired. */
  verify(path: string, query: Record<string, string>): VerifiedMedia | undefined
}

export interface VerifiedMedia {
  companyId: CompanyId
  key: string
  name: string | undefined
  mimeType: string
  disposition: 'inline' | 'attachment'
}
