import { Resolver } from 'node:dns/promises'
import { request } from 'node:https'
import { networkInterfaces } from 'node:os'
import type { TLSSocket } from 'node:tls'

import { DAY } from '@balcao/kernel'

import { ok, problem, warning, type Check, type Finding } from './check'

/** Let's Encrypt's certificates live 90 days, and Caddy renews them 30 before their end. */
const LATE_RENEWAL_MS = 20 * DAY

export interface DomainReading {
  /** Addresses that name servers give for the domain; empty for none. */
  addresses: readonly string[]
  /** Addresses of this machine's network cards. */
  own: readonly string[]
  /** Whether what answers at the domain has the same certificate as what listens on this machine; undefined when one does not answer. */
  isSameServer: boolean | undefined
}

export function judgeDomain(domain: string, { addresses, own, isSameServer }: DomainReading): Finding {
  if (addresses.length === 0)
    return problem(
      `${domain} has no address`,
      `Where the domain is administered, make a record A for ${domain} with the public IPv4 address of this server; it may take an hour to be seen.`,
    )
  const foreign = addresses.filter((address) => !own.includes(address))
  if (foreign.length === 0) return ok(`${domain} points here (${addresses.join(', ')})`)
  if (isSameServer) return ok(`${domain} (${addresses.join(', ')}) leads here`)
  const found = `${domain} is ${foreign.join(', ')}, which is no address of this machine (${own.join(', ')})`
  const remedy = foreign.some((address) => address.includes(':'))
    ? `Correct the record AAAA, or delete it: certificates are asked for over IPv6 where there is one.`
    : 'Right where the provider of this server translates addresses (most clouds do); else correct the record A.'
  return warning(found, remedy)
}

/** What https at the domain said. */
export type HttpsReading =
  | { kind: 'silent'; code: string }
  | {
      kind: 'answer'
      /** Why its certificate is not trusted; undefined for a trusted one. */
      distrust: string | undefined
      endsAt: Date
      fingerprint: string
      status: number
      /** Whether the answer is that of a desk. */
      isDesk: boolean
    }

export function judgeHttps(domain: string, reading: HttpsReading, now: Date): Finding {
  if (reading.kind === 'silent') {
    return problem(
      `https://${domain} does not answer (${reading.code})`,
      'See that Caddy runs (`systemctl status caddy`, or `docker compose ps`), and open ports 80 and 443 in this machine’s firewall and in the provider’s.',
    )
  }
  const days = Math.floor((reading.endsAt.getTime() - now.getTime()) / DAY)
  const logs = 'Caddy’s log says why (`journalctl -u caddy`, or `docker compose logs caddy`)'
  if (reading.distrust !== undefined)
    return problem(
      `browsers do not trust the certificate of ${domain} (${reading.distrust})`,
      `${logs}: most often port 80 cannot be reached from outside, or the domain points elsewhere.`,
    )
  if (!reading.isDesk)
    return problem(
      `https://${domain} answers ${reading.status}, and not as a desk`,
      'See that the desk runs, and that Caddy’s configuration leads to its address and port.',
    )
  if (reading.endsAt.getTime() - now.getTime() < LATE_RENEWAL_MS)
    return warning(
      `the certificate of ${domain} ends in ${days} days and was not renewed`,
      `${logs}. Port 80 must be reachable.`,
    )
  return ok(`https://${domain} answers; its certificate ends in ${days} days`)
}

const isDeskAnswer = (text: string): boolean => /"status":"(not )?ready"/.test(text)

/** Asks for `/readyz` at the domain. @param at another machine or port than the domain's, with the domain's name. */
export function readHttps(
  domain: string,
  withinMs: number,
  at: { host: string; port: number } = { host: domain, port: 443 },
): Promise<HttpsReading> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(withinMs)
    const silent = (error: NodeJS.ErrnoException) =>
      resolve({ kind: 'silent', code: signal.aborted ? 'ETIMEDOUT' : (error.code ?? error.message) })
    const options = {
      ...at,
      servername: domain,
      path: '/readyz',
      headers: { host: domain },
      // A certificate that is not trusted is read, too.
      rejectUnauthorized: false,
      agent: false as const,
      signal,
    }
    const asking = request(options, (response) => {
      const socket = response.socket as TLSSocket
      const { valid_to: end, fingerprint256: fingerprint } = socket.getPeerCertificate()
      // Of the library an Error, by its declaration; it is the code alone.
      const distrust = socket.authorized ? undefined : String(socket.authorizationError)
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(0, 2_000)))
      response.on('error', silent).on('end', () => {
        const status = response.statusCode ?? 0
        const isDesk = isDeskAnswer(text)
        resolve({ kind: 'answer', distrust, endsAt: new Date(end), fingerprint, status, isDesk })
      })
    })
    asking.on('error', silent).end()
  })
}

const fingerprintOf = (reading: HttpsReading): string | undefined =>
  reading.kind === 'answer' ? reading.fingerprint : undefined

export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((cards = []) =>
    cards.filter(({ internal }) => !internal).map(({ address }) => address),
  )

/* `/etc/hosts` is not asked: it says of the machine's own name what nobody else sees. */
async function resolveDomain(domain: string, withinMs: number): Promise<string[]> {
  const resolver = new Resolver({ timeout: withinMs / 2, tries: 1 })
  const none = (error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return []
    throw new Error(`the name server does not answer (${error.code})`)
  }
  const found = await Promise.all([
    resolver.resolve4(domain).catch(none),
    resolver.resolve6(domain).catch(none),
  ])
  return found.flat()
}

/* Caddy on this machine, or beside the desk's container. */
const CADDIES = ['127.0.0.1', 'caddy']

async function readIsSameServer(domain: string, withinMs: number): Promise<boolean | undefined> {
  const outside = fingerprintOf(await readHttps(domain, withinMs / 2))
  const inside = await Promise.all(
    CADDIES.map(async (host) => fingerprintOf(await readHttps(domain, withinMs / 2, { host, port: 443 }))),
  )
  const found = inside.filter((fingerprint) => fingerprint !== undefined)
  return outside === undefined || found.length === 0 ? undefined : found.includes(outside)
}

/** Whether the domain leads here, and whether https at it works. */
export function domainChecks(domain: string, now: () => Date, withinMs: number): Check[] {
  return [
    {
      name: 'domain',
      run: async () => {
        const addresses = await resolveDomain(domain, withinMs / 2)
        const own = ownAddresses()
        const isForeign = addresses.some((address) => !own.includes(address))
        const isSameServer = isForeign ? await readIsSameServer(domain, withinMs / 2) : undefined
        return judgeDomain(domain, { addresses, own, isSameServer })
      },
    },
    { name: 'https', run: async () => judgeHttps(domain, await readHttps(domain, withinMs), now()) },
  ]
}
