import { companyId, userId } from '@balcao/contracts'
import { MINUTE, SECOND } from '@balcao/kernel'

import { createExportLinks } from './export-links'

const start = new Date('2026-11-23T10:00:00Z')
let now = start
const links = createExportLinks('a secret of thirty-two characters', { now: () => now })
const claims = { companyId: companyId(1), userId: userId(2), tokenVersion: 3 }
const signature = links.sign(companyId(7), claims)

beforeEach(() => {
  now = start
})

describe('a signature of an export', () => {
  it('names who asked, for this company', () => {
    expect(links.verify(companyId(7), signature)).toEqual(claims)
    expect(links.verify(companyId(8), signature)).toBeUndefined()
  })

  it('counts for a minute', () => {
    now = new Date(start.getTime() + MINUTE - SECOND)
    expect(links.verify(companyId(7), signature)).toEqual(claims)
    now = new Date(start.getTime() + MINUTE)
    expect(links.verify(companyId(7), signature)).toBeUndefined()
  })

  it.each([
    ['another user', signature.replace('1.2.3.', '1.9.3.')],
    ['another end', signature.replace(/\.\d+\.([\w-]{43})$/, '.999999999999.$1')],
    ['nothing', ''],
    ['another installation', createExportLinks('another', { now: () => now }).sign(companyId(7), claims)],
  ])('does not count with %s', (_what, forged) => expect(links.verify(companyId(7), forged)).toBeUndefined())
})
