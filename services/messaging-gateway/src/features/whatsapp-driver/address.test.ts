import { formatAddress, parseAddress, parseAuthor, type Address } from './address'

describe('the text of an address', () => {
  it.each<[string, Address]>([
    ['5511999990000@s.whatsapp.net', { phone: '5511999990000' }],
    ['77001@lid', { lid: '77001' }],
    ['BR.1349x@bsuid', { bsuid: 'BR.1349x' }],
    ['BR.ENT.1349@bsuid', { bsuid: 'BR.ENT.1349' }],
    ['120363000000000007@g.us', { group: '120363000000000007' }],
    ['5511999990000-1400000000@g.us', { group: '5511999990000-1400000000' }],
    ['status@broadcast', { other: 'status@broadcast' }],
    ['9@newsletter', { other: '9@newsletter' }],
    ['@s.whatsapp.net', { other: '@s.whatsapp.net' }],
    ['abc@lid', { other: 'abc@lid' }],
    ['@bsuid', { other: '@bsuid' }],
    ['1@lid@g.us', { group: '1@lid' }],
    ['5511999990000', { other: '5511999990000' }],
    ['', { other: '' }],
  ])('%s is read, and written again as it was', (text, address) => {
    expect(parseAddress(text)).toEqual(address)
    expect(formatAddress(address)).toBe(text)
  })

  it.each<[string, Address]>([
    ['5511999990000:12@s.whatsapp.net', { phone: '5511999990000' }],
    ['77001:3@lid', { lid: '77001' }],
  ])('%s is read without its device', (text, address) => expect(parseAddress(text)).toEqual(address))
})

it('only a message of a group has an author', () => {
  expect(parseAuthor('')).toBeUndefined()
  expect(parseAuthor('77@lid')).toEqual({ lid: '77' })
})
