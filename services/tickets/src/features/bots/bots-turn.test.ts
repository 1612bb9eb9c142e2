import { queueId, startBot, userId, type MessageKind } from '@balcao/contracts'

import { isBotsTurn } from './bots-turn'

const begun = {
  status: 'pending' as const,
  userId: null,
  isGroup: false,
  useIntegration: false,
  promptId: null,
  queueId: queueId(3),
  bot: startBot(null),
  messageSeq: 4,
}
const text = { remoteJid: '5511999990001@s.whatsapp.net', fromMe: false, isGroup: false, kind: 'chat' }

describe('a message to the bot', () => {
  it.each<[MessageKind, boolean, boolean]>([
    ['chat', true, true],
    ['image', true, true],
    ['sticker', true, true],
    ['unsupported', false, true],
    ['placeholder', false, true],
    ['phoneOnly', false, true],
  ])('of the kind %s: read as a choice %s, greeted %s', (kind, isChoice, isGreeted) => {
    expect(isBotsTurn(begun, { ...text, kind })).toBe(isChoice)
    expect(isBotsTurn({ ...begun, bot: null }, { ...text, kind })).toBe(isGreeted)
  })

  it.each([
    ['of a group', { ...begun, isGroup: true }, text],
    ['of ours', begun, { ...text, fromMe: true }],
    ['of a broadcast', begun, { ...text, remoteJid: 'status@broadcast' }],
    ['that an agent holds', { ...begun, userId: userId(2) }, text],
    ['of an open ticket', { ...begun, status: 'open' as const }, text],
    ['that an integration holds', { ...begun, useIntegration: true }, text],
  ])('%s is not answered', (_name, ticket, message) => expect(isBotsTurn(ticket, message)).toBe(false))
})
