import { companyId } from '@balcao/contracts'

import type {
  ChargeOrder,
  PaymentProvider,
  WebhookCall,
} from '../src/features/payments/payment-provider.port'

export interface ProviderRig {
  provider: PaymentProvider
  /** Pays a charge at the provider, without telling us. */
  pay(providerId: string, cents: number): Promise<void>
  /** Gives money back at the provider, beside a refund that was not made; undefined for one that gives none back. */
  refund?(providerId: string, cents: number): Promise<void>
  /** How many charges the provider has. */
  countCharges(): Promise<number>
  /** The provider's call about a paid charge; undefined for one that makes none. */
  buildWebhook?(providerId: string): WebhookCall
  /** Calls with a wrong secret or without one. */
  forgeries: (providerId: string) => WebhookCall[]
}

export const buildOrder = (txid: string, valueCents = 3_000): ChargeOrder => ({
  txid,
  companyId: companyId(1),
  invoiceId: 5,
  detail: '#Fatura:5 Plano 1',
  valueCents,
  expiresInSeconds: 3_600,
  payer: {
    name: 'Marina',
    email: 'm@a.test',
    address: '',
    district: '',
    city: '',
    state: '',
    zipCode: '',
    country: 'BR',
    taxId: '52998224725',
  },
})

/** What every payment provider does. */
export function describePaymentProvider(name: string, start: () => Promise<ProviderRig>): void {
  describe(`payments by ${name}`, () => {
    let rig: ProviderRig
    let count = 0
    const makeTxid = () => `${(count += 1)}`.padStart(32, '0')
    beforeAll(async () => {
      rig = await start()
    })

    it('makes one charge for a txid, however often it is asked', async () => {
      const order = buildOrder(makeTxid())
      const before = await rig.countCharges()
      const first = await rig.provider.createCharge(order)
      expect(first.copyPaste).toMatch(/^000201/)
      expect(await rig.provider.createCharge(order)).toEqual(first)
      expect((await rig.countCharges()) - before).toBe(1)
      expect(await rig.provider.findCharge(first.providerId)).toEqual({ kind: 'open' })
    })

    it.each([3_000, 1, 1_999, 123_456])('says that %i cents were paid', async (cents) => {
      const { providerId } = await rig.provider.createCharge(buildOrder(makeTxid(), cents))
      await rig.pay(providerId, cents)
      expect(await rig.provider.findCharge(providerId)).toEqual({
        kind: 'paid',
        paidCents: cents,
        refundedCents: 0,
      })
    })

    it.each([3_000, 1])('says that %i cents of 3000 were paid back', async (refundedCents) => {
      if (!rig.refund) return
      const { providerId } = await rig.provider.createCharge(buildOrder(makeTxid()))
      await rig.pay(providerId, 3_000)
      await rig.refund(providerId, refundedCents)
      const state = await rig.provider.findCharge(providerId)
      expect(state).toEqual({ kind: 'paid', paidCents: 3_000, refundedCents })
    })

    it('ends a charge once, but none that was paid', async () => {
      const [ended, paid] = [
        await rig.provider.createCharge(buildOrder(makeTxid())),
        await rig.provider.createCharge(buildOrder(makeTxid())),
      ]
      await rig.pay(paid.providerId, 3_000)
      for (const _round of [1, 2])
        for (const { providerId } of [ended, paid]) await rig.provider.cancelCharge(providerId)
      expect(await rig.provider.findCharge(ended.providerId)).toEqual({ kind: 'ended' })
      expect(await rig.provider.findCharge(paid.providerId)).toMatchObject({ kind: 'paid' })
    })

    it('finds a charge by our txid', async () => {
      const txid = makeTxid()
      expect(await rig.provider.findProviderId(txid)).toBeUndefined()
      const { providerId } = await rig.provider.createCharge(buildOrder(txid))
      expect(await rig.provider.findProviderId(txid)).toBe(providerId)
    })

    it('knows nothing of another charge', async () =>
      expect(await rig.provider.findCharge('f'.repeat(32))).toEqual({ kind: 'ended' }))

    it('reports a charge by a call with its secret, under one event id', async () => {
      const { providerId } = await rig.provider.createCharge(buildOrder(makeTxid()))
      await rig.pay(providerId, 3_000)
      const call = rig.buildWebhook?.(providerId)
      if (!call) return
      const [report] = rig.provider.readWebhook(call)
      expect(report).toMatchObject({ providerId, eventId: expect.stringMatching(/./) })
      expect(rig.provider.readWebhook(call)).toEqual([report])
    })

    it('refuses calls without its secret', async () => {
      for (const call of rig.forgeries('a'.repeat(32)))
        expect(() => rig.provider.readWebhook(call)).toThrow('ERR_UNAUTHORIZED')
    })
  })
}
