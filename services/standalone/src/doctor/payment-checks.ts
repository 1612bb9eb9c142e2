import { Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

import { checkPaymentKeys, type BillingConfig } from '@balcao/billing/service'
import { AppError, DAY } from '@balcao/kernel'

import { ok, problem, warning, type Check, type Finding } from './check'

const NAMES = { efi: 'Efí', asaas: 'Asaas' }

/** @param failure what the provider or its way said; undefined where it accepted the keys. */
export function judgePayments(provider: keyof typeof NAMES, failure: string | undefined): Finding {
  const name = NAMES[provider]
  if (failure === undefined) return ok(`${name} accepts the keys`)
  const isRefused = /answered 40[0-3]$/.test(failure)
  if (!isRefused)
    return problem(
      `${name} cannot be asked: ${failure}`,
      'Wait, or look at its status page and at the firewall.',
    )
  const keys =
    provider === 'efi'
      ? 'EFI_CLIENT_ID, EFI_CLIENT_SECRET and the certificate of the same application (production, not homologation), with the scopes cob.read and cob.write'
      : 'ASAAS_API_KEY (of production, not of the sandbox)'
  return problem(`${name} refuses the keys: ${failure}`, `Compare ${keys} with its page for applications.`)
}

/** @param endsAt undefined for one that cannot be read. */
export function judgeCertificate(endsAt: Date | undefined, now: Date): Finding {
  const remedy = 'Make a new one on Efí’s page for the application, and set EFI_CERTIFICATE_FILE or …_BASE64.'
  if (!endsAt) return problem('Efí’s certificate cannot be read', remedy)
  const days = Math.floor((endsAt.getTime() - now.getTime()) / DAY)
  if (days < 0) return problem(`Efí’s certificate ended ${-days} days ago`, remedy)
  return days < 30
    ? warning(`Efí’s certificate ends in ${days} days`, remedy)
    : ok(`Efí’s certificate ends in ${days} days`)
}

/** The end of a certificate in a .p12 without a passphrase; undefined for what is none. */
export function readCertificateEnd(pfx: Buffer): Date | undefined {
  try {
    const socket = new TLSSocket(new Socket(), { secureContext: createSecureContext({ pfx }) })
    const certificate = socket.getCertificate()
    socket.destroy()
    return certificate && 'valid_to' in certificate ? new Date(certificate.valid_to) : undefined
  } catch {
    // Not a .p12, or one with a passphrase: judged by the caller.
    return undefined
  }
}

/** The keys of the configured provider by a call that changes nothing, and the end of its certificate; none without a provider. */
export function paymentChecks(config: BillingConfig, now: () => Date): Check[] {
  const { payments } = config
  if (payments.kind === 'none' || payments.kind === 'simulated') return []
  const keys: Check = {
    name: 'payments',
    run: async () => {
      try {
        await checkPaymentKeys(config)
        return judgePayments(payments.kind, undefined)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return judgePayments(payments.kind, error.detail ?? error.code)
      }
    },
  }
  const pfx = payments.kind === 'efi' ? payments.clientCertificate?.pfx : undefined
  if (!pfx) return [keys]
  return [keys, { name: 'certificate', run: async () => judgeCertificate(readCertificateEnd(pfx), now()) }]
}
