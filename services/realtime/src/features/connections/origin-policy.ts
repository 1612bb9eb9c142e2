/** Headers of a handshake that name the calling page's origin. */
export interface HandshakeOrigin {
  origin: string | undefined
  host: string | undefined
  /** `Sec-Fetch-Site`: sent by browsers, cannot be set by pages. */
  fetchSite: string | undefined
}

const parseHost = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/**
 * Whether a handshake's origin is our own host or an allowed one. Without an origin it is accepted only if it cannot come
 * from a foreign page: from a program, or a browser's same-site GET.
 * @param allowed origins such as `https://desk.example.com`, without a path.
 */
export function isOriginAllowed(
  { origin, host, fetchSite }: HandshakeOrigin,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return fetchSite === undefined || fetchSite === 'same-origin'
  if (allowed.includes(origin)) return true
  const originHost = parseHost(origin)
  return originHost !== undefined && originHost !== '' && originHost === host
}
