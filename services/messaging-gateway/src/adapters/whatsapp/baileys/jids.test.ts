import type { Address } from '../../../features/whatsapp-driver'
import {
  parseJid,
  isBroadcastList,
  isChannel,
  isGroup,
  isStatus,
  parseLid,
  parseNumber,
  toAddress,
  toJid,
  toPerson,
} from './jids'

describe('an address', () => {
  it.each([
    ['5511999990001@s.whatsapp.net', '5511999990001', ''],
    ['5511999990001:7@s.whatsapp.net', '5511999990001', ''],
    ['5511999990001_1:7@s.whatsapp.net', '5511999990001', ''],
    ['5511999990001@c.us', '5511999990001', ''],
    ['77001:3@lid', '', '77001'],
    ['abc@s.whatsapp.net', '', ''],
    ['5511999990001', '', ''],
    ['', '', ''],
    [undefined, '', ''],
    ['123-456@g.us', '', ''],
  ])('%s has the number %s and the privacy id %s', (jid, number, lid) => {
    expect(parseNumber(jid)).toBe(number)
    expect(parseLid(jid)).toBe(lid)
  })

  it('is a user at a server', () => {
    expect(parseJid('5511:2@s.whatsapp.net')).toEqual({ user: '5511', server: 's.whatsapp.net' })
    expect(parseJid('@s.whatsapp.net')).toBeUndefined()
  })

  it.each([
    ['1-2@g.us', [true, false, false, false]],
    ['status@broadcast', [false, true, false, false]],
    ['99@broadcast', [false, false, true, false]],
    ['9@newsletter', [false, false, false, true]],
  ])('%s is of its kind', (jid, kinds) =>
    expect([isGroup, isStatus, isBroadcastList, isChannel].map((is) => is(jid))).toEqual(kinds),
  )
})

describe('the address of a JID', () => {
  it.each<[string, Address]>([
    ['5511999990001@s.whatsapp.net', { phone: '5511999990001' }],
    ['77001@lid', { lid: '77001' }],
    ['1-2@g.us', { group: '1-2' }],
    ['5511999990001@hosted', { other: '5511999990001@hosted' }],
    ['abc@lid', { other: 'abc@lid' }],
    ['status@broadcast', { other: 'status@broadcast' }],
    ['', { other: '' }],
  ])('of %s leads back to it', (jid, address) => {
    expect(toAddress(jid)).toEqual(address)
    expect(toJid(address)).toBe(jid)
  })
})

it('a person is named by any of their addresses', () => {
  expect(toPerson(['77:1@lid', null, '5511999990001@s.whatsapp.net'], 'Bia')).toEqual({
    number: '5511999990001',
    lid: '77',
    name: 'Bia',
  })
})
