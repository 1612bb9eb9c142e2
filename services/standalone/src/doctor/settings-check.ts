import { ok, problem, warning, type Check, type Finding } from './check'

export interface Exposure {
  domain: string | undefined
  isHttps: boolean
  trustedProxies: readonly string[]
}

/* Half of the internet, or more of a private network than a proxy has. */
const isWide = (network: string): boolean => /\/([0-9]|1[0-5])$/.test(network)

/** @param faults of the configuration; empty where it can be read. */
export function judgeSettings(faults: readonly string[], exposure: Exposure): Finding {
  const where = 'Correct it where the desk’s variables are set; .env.example says what each takes.'
  if (faults.length > 0) return problem(['the desk would refuse to start:', ...faults].join('\n'), where)
  const { domain, isHttps, trustedProxies } = exposure
  if (domain !== undefined && !isHttps)
    return problem(
      `DOMAIN is ${domain}, and HTTPS is not true: cookies of sessions are sent without TLS, too`,
      'Set HTTPS=true.',
    )
  if (isHttps && trustedProxies.length === 0)
    return warning(
      'HTTPS is true, and no proxy is trusted: all callers count as one address, and their log-ins as one',
      'Set TRUSTED_PROXIES to the address of the proxy as the desk sees it (127.0.0.1 for Caddy on this machine).',
    )
  const wide = trustedProxies.filter(isWide)
  if (wide.length > 0)
    return warning(
      `TRUSTED_PROXIES trusts all of ${wide.join(', ')}: whoever calls from there may pretend any address`,
      'Name the proxy’s address alone.',
    )
  return ok('complete')
}

export const settingsCheck = (faults: readonly string[], exposure: Exposure): Check => ({
  name: 'settings',
  run: async () => judgeSettings(faults, exposure),
})
