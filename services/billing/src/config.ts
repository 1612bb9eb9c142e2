import { readFileSync } from 'node:fs'

import { defineConfig, env, type ConfigOf, type ValuesOf } from '@balcao/platform'

import type { AsaasSettings } from './adapters/payments/asaas-provider'
import type { EfiSettings } from './adapters/payments/efi-provider'

export type PaymentSettings =
  | { kind: 'none' }
  | { kind: 'simulated' }
  | ({ kind: 'efi' } & EfiSettings)
  | ({ kind: 'asaas' } & AsaasSettings)

const PRINTABLE = /^[\x21-\x7e]{1,400}$/

const fields = {
  PAYMENT_PROVIDER: env.choice(['default', 'none', 'simulated', 'efi', 'asaas'], {
    default: 'default',
    help: 'Who takes Pix payments of invoices. default: simulated in a loopback demo, else none.',
  }),
  PAYMENT_WEBHOOK_SECRET: env.optional(
    env.text({
      matches: /^[A-Za-z0-9_-]{32,200}$/,
      help: 'Secret of the provider’s calls to /subscription/webhook/{provider}: ?hmac=… for efi, the access token of the webhook for asaas.',
    }),
  ),
  EFI_URL: env.text({
    default: 'https://pix.api.efipay.com.br',
    matches: /^https?:\/\/[^/]+$/,
    help: 'Efí’s Pix API.',
  }),
  EFI_CLIENT_ID: env.optional(env.text({ matches: PRINTABLE, help: 'Of the application at Efí.' })),
  EFI_CLIENT_SECRET: env.optional(env.text({ matches: PRINTABLE, help: 'Of the application at Efí.' })),
  EFI_PIX_KEY: env.optional(env.text({ matches: PRINTABLE, help: 'The Pix key that receives the money.' })),
  EFI_CERTIFICATE_FILE: env.optional(
    env.text({ help: 'Efí’s certificate for the application (.p12); needed by the real API.' }),
  ),
  EFI_CERTIFICATE_BASE64: env.optional(
    env.text({
      matches: /^[A-Za-z0-9+/]{100,}={0,2}$/,
      help: 'The content of EFI_CERTIFICATE_FILE in base64, where there is no file.',
    }),
  ),
  ASAAS_URL: env.text({
    default: 'https://api.asaas.com',
    matches: /^https?:\/\/[^/]+$/,
    help: 'Asaas’ API.',
  }),
  ASAAS_API_KEY: env.optional(env.text({ matches: PRINTABLE, help: 'API key of the Asaas account.' })),
}

type Values = ValuesOf<typeof fields>
type Fault = (message: string) => void

function readCertificate(values: Values): Pick<EfiSettings, 'clientCertificate'> {
  const { EFI_CERTIFICATE_FILE: file, EFI_CERTIFICATE_BASE64: content } = values
  if (file !== undefined) return { clientCertificate: { pfx: readFileSync(file) } }
  return content === undefined ? {} : { clientCertificate: { pfx: Buffer.from(content, 'base64') } }
}

function buildEfi(values: Values, fault: Fault): PaymentSettings {
  const {
    EFI_CLIENT_ID: clientId,
    EFI_CLIENT_SECRET: clientSecret,
    EFI_PIX_KEY: pixKey,
    PAYMENT_WEBHOOK_SECRET: webhookSecret,
  } = values
  if (!clientId || !clientSecret || !pixKey || !webhookSecret) {
    fault(
      'PAYMENT_PROVIDER=efi needs EFI_CLIENT_ID, EFI_CLIENT_SECRET, EFI_PIX_KEY and PAYMENT_WEBHOOK_SECRET',
    )
    return { kind: 'none' }
  }
  return {
    kind: 'efi',
    url: values.EFI_URL,
    clientId,
    clientSecret,
    pixKey,
    webhookSecret,
    ...readCertificate(values),
  }
}

function buildAsaas(values: Values, fault: Fault): PaymentSettings {
  const { ASAAS_API_KEY: apiKey, PAYMENT_WEBHOOK_SECRET: webhookSecret } = values
  if (!apiKey || !webhookSecret) {
    fault('PAYMENT_PROVIDER=asaas needs ASAAS_API_KEY and PAYMENT_WEBHOOK_SECRET')
    return { kind: 'none' }
  }
  return { kind: 'asaas', url: values.ASAAS_URL, apiKey, webhookSecret }
}

function buildPayments(values: Values, fault: Fault, isLoopbackDemo: boolean): PaymentSettings {
  const { PAYMENT_PROVIDER: provider } = values
  if (provider === 'efi') return buildEfi(values, fault)
  if (provider === 'asaas') return buildAsaas(values, fault)
  if (provider === 'simulated' && !isLoopbackDemo)
    fault('PAYMENT_PROVIDER=simulated takes no money: only for a loopback demo')
  const isSimulated = provider === 'simulated' || (provider === 'default' && isLoopbackDemo)
  return { kind: isSimulated ? 'simulated' : 'none' }
}

/** The environment of billing. */
export const billingConfig = defineConfig({
  title: 'billing',
  fields,
  build: (values, fault, { isLoopbackDemo }) => ({ payments: buildPayments(values, fault, isLoopbackDemo) }),
})

export type BillingConfig = ConfigOf<typeof billingConfig>
