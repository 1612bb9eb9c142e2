import type { Address } from '../../../features/whatsapp-driver'
import { toChat, parseChatName, toGroupChat, toChatName } from './translate'

describe('the name of a chat', () => {
  it.each([
    ['5511999990001', '5511999990001'],
    ['120363@g.us', '120363'],
    ['1203630000000001-9@g.us', '1203630000000001-9'],
    ['1203630000@g.us', '1203630000@g.us'],
  ])('of %s is %s, and leads back to it', (chat, name) => {
    expect(toChatName(chat)).toBe(name)
    expect(parseChatName(name)).toBe(chat)
  })

  it('of a group may be posted with or without its suffix', () => {
    expect(toGroupChat('1203630000')).toBe('1203630000@g.us')
    expect(toGroupChat('1203630000@g.us')).toBe('1203630000@g.us')
  })

  it.each<[Address, string]>([
    [{ phone: '5511999990001' }, '5511999990001'],
    [{ lid: '77' }, '77'],
    [{ bsuid: 'BR.1' }, 'BR.1'],
    [{ group: 'x-1' }, 'x-1@g.us'],
  ])('follows from the address %j', (address, chat) => expect(toChat(address)).toBe(chat))
})
