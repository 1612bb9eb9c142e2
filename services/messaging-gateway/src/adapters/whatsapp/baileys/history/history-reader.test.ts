import { proto } from '@whiskeysockets/baileys'

import { HistoryReader, readTimestamp, type HistoryItem } from './history-reader'

const message = (id: string, seconds: number, body = 'oi') => ({
  message: {
    key: { remoteJid: '5511999990001@s.whatsapp.net', id },
    message: { conversation: body },
    messageTimestamp: seconds,
  },
})

const history = proto.HistorySync.encode({
  syncType: proto.HistorySync.HistorySyncType.RECENT,
  chunkOrder: 1,
  conversations: [
    {
      id: '5511999990001@s.whatsapp.net',
      messages: [message('A', 1_700_000_002), message('B', 1_700_000_001)],
      name: 'Ana',
      unreadCount: 3,
      participant: [{ userJid: 'x'.repeat(500) }],
      lidJid: '77000000000001@lid',
    },
    { id: '120363@g.us', messages: [] },
  ],
  pushnames: [{ id: '5511999990001@s.whatsapp.net', pushname: 'Aninha' }],
  phoneNumberToLidMappings: [{ pnJid: '5511999990001@s.whatsapp.net', lidJid: '77000000000001@lid' }],
}).finish()

function read(bytes: Uint8Array, sliceBytes: number, wantsMessages = true): HistoryItem[] {
  const reader = new HistoryReader(wantsMessages)
  const items: HistoryItem[] = []
  for (let at = 0; at < bytes.length; at += sliceBytes)
    items.push(...reader.push(Buffer.from(bytes.subarray(at, at + sliceBytes))))
  reader.end()
  return items
}

const shown = (items: readonly HistoryItem[]) =>
  items.map(({ kind, bytes }) => {
    if (kind === 'message') return proto.HistorySyncMsg.decode(bytes).message?.key?.id
    if (kind === 'chat') return proto.Conversation.decode(bytes).id
    return proto.PhoneNumberToLIDMapping.decode(bytes).lidJid
  })

describe('a history that is read in pieces', () => {
  it.each([1, 7, 64, 1_000, 100_000])('of %d bytes has the same items', (sliceBytes) => {
    expect(shown(read(history, sliceBytes))).toEqual([
      ...['A', 'B', '5511999990001@s.whatsapp.net', '120363@g.us', '77000000000001@lid'],
    ])
  })

  it('keeps of a chat what the desk wants to know', () => {
    const [chat] = read(history, 10).filter(({ kind }) => kind === 'chat')
    const { name, lidJid, unreadCount, participant, messages } = proto.Conversation.decode(
      chat?.bytes ?? Buffer.alloc(0),
    )
    expect({ name, lidJid }).toEqual({ name: 'Ana', lidJid: '77000000000001@lid' })
    expect({ unreadCount: unreadCount ?? 0, participant, messages }).toEqual({
      unreadCount: 0,
      participant: [],
      messages: [],
    })
  })

  it('has the salt of the tokens that the account makes, which lies beside the chats', () => {
    const salt = Buffer.from('9a0103010203', 'hex')
    const items = read(Buffer.concat([history, salt]), 7)
    expect(items.filter(({ kind }) => kind === 'salt').map(({ bytes }) => bytes.toString('hex'))).toEqual([
      '010203',
    ])
  })

  it('skips unwanted messages, and any that are too long to have been written', () => {
    expect(shown(read(history, 10, false))).not.toContain('A')
    const huge = proto.HistorySync.encode({
      syncType: 3,
      conversations: [
        { id: 'a@lid', messages: [message('HUGE', 1, 'x'.repeat(1024 ** 2)), message('C', 2)] },
      ],
    }).finish()
    expect(shown(read(huge, 4_096))).toEqual(['C', 'a@lid'])
  })

  it('tells when a message was written without decoding it', () => {
    expect(
      read(history, 50)
        .filter(({ kind }) => kind === 'message')
        .map(({ bytes }) => readTimestamp(bytes)),
    ).toEqual([1_700_000_002, 1_700_000_001])
    expect(readTimestamp(Buffer.alloc(0))).toBe(0)
  })

  it.each([
    ['cut off', history.subarray(0, history.length - 3)],
    ['cut off within a message', history.subarray(0, 40)],
    ['that is none', Buffer.from('ffffffffffffffffffffffffff', 'hex')],
    ['with a field longer than its chat', Buffer.from('120312051234567890', 'hex')],
  ])('and is %s is refused', (_what, bytes) => expect(() => read(bytes, 8)).toThrow())
})
