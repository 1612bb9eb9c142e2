import { companyId, contactListId, contactListItemId } from '@balcao/contracts'

import {
  buildItem,
  changeItem,
  parseNumber,
  postponeCheck,
  recordCheck,
  toNumberKey,
} from './contact-list-item'

const NOW = new Date('2026-11-22T12:00:00Z')
const LATER = new Date('2026-11-22T13:00:00Z')
const list = { companyId: companyId(7), contactListId: contactListId(3) }
const item = {
  id: contactListItemId(1),
  ...buildItem(list, { name: 'Ana', number: '(11) 98765-4321', email: '' }, NOW),
}
const checked = recordCheck(item, { exists: true, number: '551187654321' }, NOW)

describe('a number', () => {
  it.each([
    ['(11) 98765-4321', '5511987654321'],
    ['+1 415 555-0101', '14155550101'],
    ['5511987654321', '5511987654321'],
  ])('typed as %s is %s', (typed, number) => expect(parseNumber(typed)).toBe(number))

  it.each(['123', 'ana', '9'.repeat(16)])('%s is none', (typed) =>
    expect(() => parseNumber(typed)).toThrow('ERR_WAPP_INVALID_CONTACT'),
  )

  it('is one with and without the ninth digit', () =>
    expect(toNumberKey('5511987654321')).toBe(toNumberKey('551187654321')))
})

describe('a contact of a list', () => {
  it('waits for the check of its number', () =>
    expect(item).toMatchObject({ validity: 'unknown', checkAt: new Date(0) }))

  it('takes the number as WhatsApp writes it', () =>
    expect(checked).toMatchObject({ number: '551187654321', validity: 'valid', checkAt: null }))

  it('keeps its number when WhatsApp answers another one', () =>
    expect(recordCheck(item, { exists: true, number: '5521999999999' }, NOW).number).toBe('5511987654321'))

  it('is invalid when the number is not on WhatsApp', () =>
    expect(recordCheck(item, { exists: false, number: '' }, NOW)).toMatchObject({
      number: '5511987654321',
      validity: 'invalid',
      checkAt: null,
    }))

  it('is checked again with another number, not with another name', () => {
    expect(changeItem(checked, { name: 'Bia' }, LATER)).toMatchObject({ validity: 'valid', updatedAt: LATER })
    expect(changeItem(checked, { number: '11987654322' }, LATER)).toMatchObject({
      number: '5511987654322',
      validity: 'unknown',
      checkAt: new Date(0),
    })
  })

  it('is the same one when nothing changes', () => expect(changeItem(checked, {}, LATER)).toBe(checked))

  it('is asked about again a minute later', () =>
    expect(postponeCheck(item, NOW).checkAt).toEqual(new Date('2026-11-22T12:01:00Z')))
})
