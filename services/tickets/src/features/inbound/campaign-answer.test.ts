import { companyId, connectionId, messageId } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'

import type { CampaignMessage } from '../messages'
import { decideCampaignAnswer } from './campaign-answer'

const NOW = new Date('2026-11-24T12:00:00Z')
const request: CampaignMessage = {
  id: messageId('request'),
  companyId: companyId(7),
  connectionId: connectionId(1),
  phone: '551155550101',
  campaignId: 2,
  fromMe: true,
  waId: 'W1',
  remoteJid: '5511955550101@s.whatsapp.net',
  kind: 'chat',
  ack: 2,
  failure: '',
  asks: true,
  opensTicket: false,
  optOutWords: ['sair'],
  document: undefined,
  sentAt: NOW,
}
const offer: CampaignMessage = { ...request, id: messageId('offer'), asks: false }
const text = (body: string) => ({ body, kind: 'chat', fromMe: false })
const ticket = (status: 'open' | 'pending', lastId: string) => ({
  status,
  lastMessage: { id: messageId(lastId), text: '', kind: 'chat', fromMe: true, ack: 1, at: NOW, userId: null },
})
const decide = (
  body: string,
  known: readonly CampaignMessage[],
  at?: ReturnType<typeof ticket>,
): string | undefined => {
  const answer = decideCampaignAnswer(text(body), known, at, NOW)
  return answer && `${answer.meaning} to ${answer.to.id}, ${answer.isTaken ? 'taken' : 'shown'}`
}

describe('a contact’s text', () => {
  it.each([
    ['after a question', 'sim', [request], undefined, 'yes to request, taken'],
    ['after a question', 'Não!', [request], undefined, 'no to request, taken'],
    ['after a question', 'Quanto custa?', [request], undefined, undefined],
    ['after a question', 'sair', [request], undefined, 'opt-out to request, taken'],
    ['after the message itself', 'sim', [offer, request], undefined, undefined],
    ['after the message itself', 'SAIR', [offer, request], undefined, 'opt-out to offer, taken'],
    [
      'after another campaign’s',
      'sim',
      [{ ...offer, campaignId: 3 }, request],
      undefined,
      'yes to request, taken',
    ],
    [
      'a second time',
      'sim',
      [{ ...request, id: messageId('a'), fromMe: false }, request],
      undefined,
      'yes to request, taken',
    ],
    ['without a campaign', 'sim', [], undefined, undefined],
    [
      'where yes opens a ticket',
      'sim',
      [{ ...request, opensTicket: true }],
      undefined,
      'yes to request, shown',
    ],
    [
      'where yes opens a ticket',
      'sair',
      [{ ...request, opensTicket: true }],
      undefined,
      'opt-out to request, taken',
    ],
    ['after a question that failed', 'sim', [{ ...request, ack: -1 }], undefined, undefined],
    ['a day later', 'sim', [{ ...request, sentAt: new Date(NOW.getTime() - DAY - 1) }], undefined, undefined],
    ['under the question in a ticket', 'sim', [request], ticket('open', 'request'), 'yes to request, taken'],
    ['after an agent’s question', 'sim', [request], ticket('open', 'other'), undefined],
    ['after the bot’s question', 'sim', [request], ticket('pending', 'other'), 'yes to request, shown'],
    ['to an agent', 'sair', [request], ticket('open', 'other'), 'opt-out to request, shown'],
  ] as const)('%s, %j', (_situation, body, known, at, wanted) => expect(decide(body, known, at)).toBe(wanted))

  it('is no answer when it was typed on our phone, or is no text', () => {
    expect(decideCampaignAnswer({ ...text('sim'), fromMe: true }, [request], undefined, NOW)).toBeUndefined()
    expect(decideCampaignAnswer({ ...text('sim'), kind: 'image' }, [request], undefined, NOW)).toBeUndefined()
  })
})
