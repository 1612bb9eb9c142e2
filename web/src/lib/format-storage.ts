const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']
const STEP = 1024

/** Bytes as plans and the server's configuration count: 1 GB is 1024 × 1024 × 1024 bytes. */
export const formatStorage = (bytes: number, language: string): string => {
  const step = bytes <= 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / STEP ** step).toLocaleString(language, { maximumFractionDigits: 1 })} ${UNITS[step]}`
}

/** The limit of a plan. */
export const formatMegabytes = (megabytes: number, language: string): string =>
  formatStorage(megabytes * STEP * STEP, language)
