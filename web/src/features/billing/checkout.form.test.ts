import type { OffersView, PlanOfferView } from '@balcao/contracts'

import { checkPayer, toCheckoutBody, toCheckoutValues, toPayerValues } from './checkout.form'

const payer = {
  ...toPayerValues(null),
  firstName: 'Ana',
  address2: 'Rua 1',
  city: 'Recife',
  zipcode: '50000-000',
}

it('what the server would refuse of a payer is said by field, the CPF in the page’s language', () => {
  expect(checkPayer(payer, false, 'wrong')).toEqual({})
  expect(checkPayer({ ...payer, city: '', taxId: '529.982.247-26' }, false, 'wrong')).toEqual({
    city: 'Cidade é obrigatória',
    taxId: 'wrong',
  })
})

const offer = (id: number, parts: Partial<PlanOfferView> = {}) =>
  ({ plan: { id }, isPresent: false, exceeded: [], difference: 0, ...parts }) as unknown as PlanOfferView

const build = (chosen: number, offers: PlanOfferView[]): OffersView => ({
  offers,
  chosen: { planId: chosen, recurrence: 'ANUAL' },
  usage: { users: 1, connections: 1, queues: 1, mediaMegabytes: 0 },
})

describe('the plan with which a checkout begins', () => {
  const subscription = { payer: null, recurrence: 'ANUAL' } as const
  const own = offer(1, { isPresent: true })

  it.each([
    ['the chosen one', build(3, [own, offer(3)]), 3],
    [
      'the own one, when the chosen one is too small by now',
      build(3, [own, offer(3, { exceeded: ['users'] })]),
      1,
    ],
    ['the own one, when the chosen one is not offered any more', build(3, [own, offer(2)]), 1],
    ['none, while the offers are not known', undefined, 0],
  ])('is %s', (_which, offers, planId) => {
    expect(toCheckoutValues(subscription, offers)).toMatchObject({
      planId,
      recurrence: 'ANUAL',
      country: 'BR',
    })
  })
})

describe('what a checkout sends', () => {
  const values = { ...payer, planId: 3, recurrence: 'ANUAL' } as const

  it('is payer, plan and recurrence', () => {
    expect(toCheckoutBody(values, 7)).toEqual({ ...payer, planId: 3, recurrence: 'ANUAL', invoiceId: 7 })
  })

  it('is nothing of what it does not know', () => {
    expect(toCheckoutBody({ ...values, firstName: '', planId: 0 }, null)).toEqual({})
  })
})
