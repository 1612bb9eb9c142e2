import { companyId } from '@balcao/contracts'
import type { Topic } from '@balcao/contracts/wire'

import { findRecordFault } from './record-fault'

const event = {
  companyId: companyId(7),
  body: { $case: 'invoicePaid' as const, value: {} as never },
}
const record = (topic: Topic, type: string, company = 7) => ({ topic, type, companyId: company })

describe('a record', () => {
  it('is its writer’s when kind, topic and company agree', () =>
    expect(findRecordFault(record('billing', 'invoicePaid'), event)).toBeUndefined())

  it.each([
    ['a kind of another service', record('campaigns', 'invoicePaid'), 'invoicePaid belongs to topic billing'],
    [
      'a body of another kind',
      record('billing', 'invoiceChanged'),
      'is said to be invoiceChanged and is invoicePaid',
    ],
    ['another company', record('billing', 'invoicePaid', 8), 'another company'],
  ])('is refused with %s', (_what, forged, fault) => expect(findRecordFault(forged, event)).toContain(fault))
})
