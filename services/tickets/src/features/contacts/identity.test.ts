import { normalizePhone } from '@balcao/contracts'

import { chooseAddress, listIdentities } from './identity'

describe('a Brazilian mobile number', () => {
  it('is one with and without the ninth digit', () => {
    expect(normalizePhone('5511987654321')).toBe('551187654321')
    expect(normalizePhone('551187654321')).toBe('551187654321')
  })

  it('is not mixed up with a land line, another country or a nine that is no ninth digit', () => {
    for (const number of ['5511932104321', '551132104321', '14155550101', '551198765432', '55119876543210'])
      expect(normalizePhone(number)).toBe(number)
  })
})

describe('identities of a chat', () => {
  it('are phone and LID, surest first', () => {
    expect(listIdentities({ number: '+55 11 98765-4321', lid: '99@lid' }, false, 'x')).toEqual([
      { kind: 'phone', value: '551187654321' },
      { kind: 'lid', value: '99' },
    ])
  })

  it('have the id of the official API, too', () => {
    const bsuid = { kind: 'bsuid', value: 'BR.1349' }
    expect(listIdentities({ number: '', lid: '', bsuid: 'BR.1349' }, false, 'x')).toEqual([bsuid])
    expect(listIdentities({ number: '', lid: '' }, false, 'BR.1349@bsuid')).toEqual([bsuid])
    expect(listIdentities({ number: '14155550101', lid: '', bsuid: 'BR.1349' }, false, 'x')[1]).toEqual(bsuid)
  })

  it('come from the address when nothing else is known', () => {
    expect(listIdentities({ number: '', lid: '' }, false, '77@lid')).toEqual([{ kind: 'lid', value: '77' }])
    expect(listIdentities({ number: '', lid: '' }, false, '14155550101@s.whatsapp.net')).toEqual([
      { kind: 'phone', value: '14155550101' },
    ])
  })

  it('of a group are its address', () => {
    expect(listIdentities({ number: '1', lid: '2' }, true, '1203@g.us')).toEqual([
      { kind: 'group', value: '1203@g.us' },
    ])
  })
})

describe('where to send', () => {
  it('is a number for a phone and an address for everything else', () => {
    expect(
      chooseAddress(
        [
          { kind: 'lid', value: '9' },
          { kind: 'phone', value: '551187654321' },
        ],
        '5511987654321',
      ),
    ).toEqual({ number: '5511987654321', remoteJid: '' })
    expect(chooseAddress([{ kind: 'lid', value: '9' }], '')).toEqual({ number: '', remoteJid: '9@lid' })
    expect(chooseAddress([{ kind: 'bsuid', value: 'BR.1349' }], '')).toEqual({
      number: '',
      remoteJid: 'BR.1349@bsuid',
    })
    expect(chooseAddress([{ kind: 'group', value: '1@g.us' }], '1')).toEqual({
      number: '',
      remoteJid: '1@g.us',
    })
  })
})
