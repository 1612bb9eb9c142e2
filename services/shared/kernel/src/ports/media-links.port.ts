import type { CompanyId } from '@balcao/contracts'

export interface MediaLinkOptions {
  /** File name offered for download. */
  name?: string
  mimeType?: string
  /**
   * For a page that fetches the file without its cookies, as pages of other origins do: with the desk's public address set the link
   * is for whoever has it, for an hour.
   */
  isFetched?: boolean
}

/**
 * Signed links to media, bound to company, object and disposition: `/public/m/{key}?c=&e=&s=&…` is answered to living sessions only,
 * `/public/h/{key}?…` to whoever has it, for an hour. Neither passes for the other.
 */
export interface MediaLinks {
  /** Valid for at least 24 h; the same link for a day, so that browser caches hit. Begins with the desk's public address, where one is set. */
  sign(companyId: CompanyId, key: string, options?: MediaLinkOptions): string
  /** For a program that the company set up, which has no session. Valid for one hour. Path only, without host. */
  signForProgram(companyId: CompanyId, key: string, options?: MediaLinkOptions): string
  /** The object of a link, or undefined when the link is forged, altered or expired. */
  verify(path: string, query: Record<string, string>): VerifiedMedia | undefined
}

export interface VerifiedMedia {
  companyId: CompanyId
  key: string
  name: string | undefined
  mimeType: string
  disposition: 'inline' | 'attachment'
  /** Whether it is answered to sessions of its company only. */
  needsSession: boolean
}
