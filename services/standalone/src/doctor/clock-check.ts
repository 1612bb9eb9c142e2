import { SECOND } from '@balcao/kernel'
import { createOutgoingHttp } from '@balcao/platform'

import { ok, problem, warning, type Check, type Finding } from './check'

/* A `Date` header has whole seconds, and its way takes time. */
const TOLERATED_MS = 5 * SECOND
/* Tokens and signed links of a wrong minute are refused, and so are certificates of a wrong day. */
const WRONG_MS = 60 * SECOND

const REMEDY =
  'Let the machine set its clock by the network: `timedatectl set-ntp true` (Debian: apt-get install systemd-timesyncd). A container has the clock of its machine.'

/** @param aheadMs how much this clock is ahead of the other. */
export function judgeClock(aheadMs: number, host: string): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / SECOND)
  const found = `the clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${host}`
  if (Math.abs(aheadMs) > WRONG_MS) return problem(found, REMEDY)
  return Math.abs(aheadMs) > TOLERATED_MS ? warning(found, REMEDY) : ok(`as that of ${host}`)
}

const UNREACHABLE_REMEDY =
  'Numbers need the internet: look at the cable, the firewall (outgoing port 443) and the name server (`getent hosts web.whatsapp.com`).'

/** Compares the clock with that of WhatsApp's web client, which numbers need anyway. @param now of this machine */
export function clockCheck(address: string, now: () => number, withinMs: number): Check {
  const { host, origin } = new URL(address)
  const http = createOutgoingHttp({
    trustedOrigins: [origin],
    maxBytes: 1024,
    totalMs: withinMs,
    idleMs: withinMs,
  })
  const readDate = async (): Promise<number> => {
    const { headers, body } = await http.send(address, { method: 'HEAD', answersRedirect: true })
    body.destroy()
    return Date.parse(headers.date ?? '')
  }
  return {
    name: 'clock',
    run: async () => {
      const before = now()
      // Unreachable, or late: both are told as such.
      const sent = await readDate().catch(() => NaN)
      if (Number.isNaN(sent))
        return warning(`could not be compared: ${host} does not answer from here`, UNREACHABLE_REMEDY)
      // Half of the way, and half of the second that the header cuts off.
      return judgeClock((before + now()) / 2 - (sent + SECOND / 2), host)
    },
  }
}
