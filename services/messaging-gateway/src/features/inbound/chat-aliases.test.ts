import { chatAliases, parseChat, pickPerson, toggleNinthDigit, toRemoteJids } from './chat-aliases'

describe('a Brazilian mobile', () => {
  it.each([
    ['5511999990000', '551199990000'],
    ['551199990000', '5511999990000'],
    ['551133334444', undefined],
    ['5511933334444', undefined],
    ['351912345678', undefined],
    ['', undefined],
  ])('%s has the other form %s', (number, other) => expect(toggleNinthDigit(number)).toBe(other))
})

describe('the names of a chat', () => {
  it('are the number, its other form and the privacy id', () => {
    const chat = {
      remoteJid: '5511999990000@s.whatsapp.net',
      isGroup: false,
      number: '5511999990000',
      lid: '77',
    }
    expect(chatAliases(chat)).toEqual(['lid:77', 'phone:551199990000', 'phone:5511999990000'])
  })

  it.each([
    ['phone:551199990000', '551199990000@s.whatsapp.net'],
    ['lid:77', '77@lid'],
    ['bsuid:BR.1349', 'BR.1349@bsuid'],
    ['group:1@g.us', '1@g.us'],
  ])('%s was delivered as %s', (alias, jid) => expect(toRemoteJids([alias])).toEqual([jid]))

  it('say who it is', () =>
    expect(pickPerson(['bsuid:BR.1', 'phone:551199990000', 'phone:5511999990000'])).toEqual({
      number: '5511999990000',
      lid: '',
      bsuid: 'BR.1',
      name: '',
    }))

  it.each([
    ['5511999990000@s.whatsapp.net', ['phone:551199990000', 'phone:5511999990000']],
    ['5511999990000:12@s.whatsapp.net', ['phone:551199990000', 'phone:5511999990000']],
    ['123@lid', ['lid:123']],
    ['BR.1349x@bsuid', ['bsuid:BR.1349x']],
    ['abc-1@g.us', ['group:abc-1@g.us']],
    ['x@newsletter', ['jid:x@newsletter']],
  ])('follow from %s', (jid, aliases) => expect(chatAliases(parseChat(jid))).toEqual(aliases))
})
