/** What a handshake says about the page it comes from. */
export interface OriginClaims {
  origin: string | undefined
  host: string | undefined
  /** `Sec-Fetch-Site`: browsers always send it, pages cannot forge it. */
  fetchSite: string | undefined
}

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/**
 * Whether a handshake may go on: from our own host or an allowed origin. Without an origin only where no foreign
 * page can be behind it: a program, or a browser's request to its own site (which carries none when it is a GET).
 * @param allowed origins such as `https://desk.example.com`, without a path.
 */
export function isOriginAllowed(
  { origin, host, fetchSite }: OriginClaims,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return fetchSite === undefined || fetchSite === 'same-origin'
  if (allowed.includes(origin)) return true
  const originHost = hostOf(origin)
  return originHost !== undefined && originHost !== '' && originHost === host
}
