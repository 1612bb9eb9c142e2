import type { BinaryNode } from '@whiskeysockets/baileys'

import { findPlaceholderKind } from './placeholders'

const now = new Date('2026-11-20T12:00:00Z')
const seconds = (daysAgo: number) => String(now.getTime() / 1_000 - daysAgo * 86_400)
const stanza = (
  children: [string, Record<string, string>?][],
  attrs: Record<string, string> = {},
): BinaryNode => ({
  tag: 'message',
  attrs: { id: 'A1', from: '5511999990001@s.whatsapp.net', t: seconds(0), ...attrs },
  content: children.map(([tag, own = {}]) => ({ tag, attrs: own, content: Buffer.from([1]) })),
})

describe('a message stanza', () => {
  it.each<[string, BinaryNode, ReturnType<typeof findPlaceholderKind>]>([
    ['of an ad', stanza([['unavailable']]), 'placeholder'],
    ['with nothing that can be decrypted', stanza([['verified_name']]), 'placeholder'],
    ['of view once', stanza([['unavailable', { type: 'view_once' }]]), 'viewOnce'],
    ['of a hosted business', stanza([['unavailable', { type: 'hosted_unavailable_fanout' }]]), 'phoneOnly'],
    ['of a bot', stanza([['unavailable', { type: 'bot_unavailable_fanout' }]]), 'phoneOnly'],
    ['of an unknown kind', stanza([['unavailable', { type: 'new' }]]), 'placeholder'],
    ['that is old', stanza([['unavailable']], { t: seconds(15) }), 'phoneOnly'],
    ['with a ciphertext', stanza([['unavailable'], ['enc', { type: 'msg' }]]), undefined],
    ['of a channel', stanza([['plaintext']], { from: '120363@newsletter' }), undefined],
    ['of a status', stanza([['unavailable']], { from: 'status@broadcast' }), undefined],
    ['between our devices', stanza([['unavailable']], { category: 'peer' }), undefined],
    ['without an id', stanza([['unavailable']], { id: '' }), undefined],
  ])('%s', (_what, node, kind) => expect(findPlaceholderKind(node, now)).toBe(kind))
})
