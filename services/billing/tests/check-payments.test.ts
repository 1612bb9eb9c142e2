import { readConfig } from '@balcao/platform'

import { checkPaymentKeys } from '../src/check-payments'
import { billingConfig } from '../src/config'
import { ASAAS_KEY, EFI, startFakeAsaas, startFakeEfi } from './fake-providers'

const PAYMENT_WEBHOOK_SECRET = 'w'.repeat(32)

/* The providers' stand-ins answer on loopback, over plain HTTP. */
const check = (variables: Record<string, string>) =>
  checkPaymentKeys(readConfig(billingConfig, { variables: { PAYMENT_WEBHOOK_SECRET, ...variables } }))

describe('the keys of a payment provider', () => {
  it('are not asked for without one', async () => {
    expect(await check({})).toBeUndefined()
  })

  it('of Efí are accepted, or refused by its log-in', async () => {
    const efi = await startFakeEfi()
    const variables = {
      PAYMENT_PROVIDER: 'efi',
      EFI_URL: efi.url,
      EFI_CLIENT_ID: EFI.clientId,
      EFI_CLIENT_SECRET: EFI.clientSecret,
      EFI_PIX_KEY: EFI.pixKey,
    }
    try {
      expect(await check(variables)).toBe('efi')
      await expect(check({ ...variables, EFI_CLIENT_SECRET: 'another' })).rejects.toMatchObject({
        code: 'ERR_UNAVAILABLE',
        detail: 'oauth: the payment provider answered 401',
      })
    } finally {
      await efi.stop()
    }
  })

  it('of Asaas are accepted, or refused', async () => {
    const asaas = await startFakeAsaas()
    const variables = { PAYMENT_PROVIDER: 'asaas', ASAAS_URL: asaas.url, ASAAS_API_KEY: ASAAS_KEY }
    try {
      expect(await check(variables)).toBe('asaas')
      await expect(check({ ...variables, ASAAS_API_KEY: '$aact_other' })).rejects.toMatchObject({
        code: 'ERR_UNAVAILABLE',
        detail: 'payments: the payment provider answered 401',
      })
    } finally {
      await asaas.stop()
    }
  })
})
