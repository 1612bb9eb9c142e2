const MEGABYTE = 1024 * 1024

/** The account of a company's media, with the part of one file. */
export interface MediaAccount {
  /** Of all files, stored and being stored, this one among them. */
  usedBytes: number
  /** What the plan allows; 0 is no limit. */
  mediaMegabytes: number
  /** What this file has of `usedBytes`; 0 for a new one. */
  fileBytes: number
}

/** A plan's limit in bytes; 0 is none. */
export const toLimitBytes = (mediaMegabytes: number): number => mediaMegabytes * MEGABYTE

/**
 * What a file may have, from its first byte on: what it wants as far as that is free, never less than it has. Undefined when not even
 * the least is free.
 */
export function chooseGrant(
  { usedBytes, mediaMegabytes, fileBytes }: MediaAccount,
  { least, wanted }: { least: number; wanted: number },
): number | undefined {
  const allowedBytes = mediaMegabytes === 0 ? Number.POSITIVE_INFINITY : toLimitBytes(mediaMegabytes)
  const most = Math.max(fileBytes, allowedBytes - (usedBytes - fileBytes))
  if (least > most) return undefined
  return Math.max(fileBytes, Math.min(wanted, most))
}
