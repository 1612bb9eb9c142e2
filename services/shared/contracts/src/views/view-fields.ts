import type { CompanyId } from '../ids/ids'

/* Snapshot → JSON, for HTTP answers and socket payloads. The wire's spellings stay here. */

/** Signs a link to a media object; the kernel's `MediaLinks.sign`. */
export type SignMedia = (
  companyId: CompanyId,
  key: string,
  options?: { name?: string; mimeType?: string; isFetched?: boolean },
) => string

export const parseOneOf = <T extends string>(allowed: readonly T[], value: string, fallback: T): T =>
  allowed.find((candidate) => candidate === value) ?? fallback

export const iso = (date: Date | undefined): string => (date ?? new Date(0)).toISOString()
export const isoOrNull = (date: Date | undefined): string | null => date?.toISOString() ?? null
