import { readConfig } from '@balcao/platform'

import { billingConfig } from './config'

const read = (variables: Record<string, string>) => readConfig(billingConfig, { variables }).payments

const efi = {
  PAYMENT_PROVIDER: 'efi',
  EFI_CLIENT_ID: 'id',
  EFI_CLIENT_SECRET: 'secret',
  EFI_PIX_KEY: 'chave@pix.test',
  PAYMENT_WEBHOOK_SECRET: 'x'.repeat(32),
}

describe('the configuration of payments', () => {
  it('takes none outside of a demo, also where a variable is there and empty', () => {
    expect(read({})).toEqual({ kind: 'none' })
    expect(read({ PAYMENT_PROVIDER: 'none', EFI_CLIENT_ID: '', EFI_CERTIFICATE_BASE64: '' })).toEqual({
      kind: 'none',
    })
    expect(() => read({ PAYMENT_PROVIDER: 'simulated' })).toThrow('takes no money')
  })

  it('takes a certificate as text', () => {
    const pfx = Buffer.alloc(200, 7)
    expect(read({ ...efi, EFI_CERTIFICATE_BASE64: pfx.toString('base64') })).toMatchObject({
      kind: 'efi',
      clientCertificate: { pfx },
    })
    expect(read(efi)).not.toHaveProperty('clientCertificate')
  })

  it.each(Object.keys(efi).slice(1))('asks for %s', (name) => {
    expect(() => read({ ...efi, [name]: '' })).toThrow('PAYMENT_PROVIDER=efi needs')
  })
})
