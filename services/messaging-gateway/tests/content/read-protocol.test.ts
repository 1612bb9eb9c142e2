import { proto } from '@whiskeysockets/baileys'

import type { ReadContent } from '../../src/adapters/whatsapp/baileys/content/content'
import { listLayers } from '../../src/adapters/whatsapp/baileys/content/layers'
import { fields } from '../../src/adapters/whatsapp/baileys/content/message-fields'
import { readContent } from '../../src/adapters/whatsapp/baileys/content/read-content'
import { bytes, file, overTheWire, point, read, readMessage, vcard } from './read-fixtures'

describe('reactions and revisions', () => {
  const key = { remoteJid: '5511955550101@s.whatsapp.net', fromMe: true, id: '3EB0AA' }
  const target = { ...key, participant: '' }

  it.each<[string, proto.IMessage, ReadContent]>([
    ['a reaction', { reactionMessage: { key, text: '👍🏽' } }, { as: 'reaction', target, emoji: '👍🏽' }],
    ['a reaction taken back', { reactionMessage: { key, text: '' } }, { as: 'reaction', target, emoji: '' }],
    ['a reaction to nothing', { reactionMessage: { text: '👍' } }, { as: 'nothing' }],
    [
      'a reaction that is an essay',
      { reactionMessage: { key, text: 'x'.repeat(70_000) } },
      { as: 'nothing' },
    ],
    [
      'a deletion',
      { protocolMessage: { key, type: 0 } },
      { as: 'revision', target, deleted: true, body: '' },
    ],
    ['a deletion of nothing', { protocolMessage: { type: 0 } }, { as: 'nothing' }],
    ['a protocol message of no type', { protocolMessage: { key } }, { as: 'nothing' }],
    [
      'an edit',
      { protocolMessage: { key, type: 14, editedMessage: { conversation: 'b' } } },
      { as: 'revision', target, deleted: false, body: 'b' },
    ],
    [
      'a wrapped edit of a caption',
      {
        editedMessage: {
          message: { protocolMessage: { key, type: 14, editedMessage: { imageMessage: { caption: 'c' } } } },
        },
      },
      { as: 'revision', target, deleted: false, body: 'c' },
    ],
  ])('%s is read', (_name, message, content) => {
    expect(read(message)).toEqual(content)
  })

  it('an edit to what cannot be read shows a line instead of emptying the message', () => {
    const edit = { key, type: 14, editedMessage: { encCommentMessage: {} } }
    expect(readMessage({ protocolMessage: edit }).kind).toBe('unsupported')
  })

  it('an edit within an edit within an edit ends', () => {
    let message: proto.IMessage = { conversation: 'x' }
    for (let depth = 0; depth < 50; depth += 1)
      message = { protocolMessage: { key, type: 14, editedMessage: message } }
    expect(() => readContent(message)).not.toThrow()
  })
})

describe('a frame without a message', () => {
  it.each<[string, proto.IMessage]>([
    ['a sender key alone', { senderKeyDistributionMessage: { groupId: 'g' }, messageContextInfo: {} }],
    ['a poll vote', { pollUpdateMessage: {} }],
    ['a pin', { pinInChatMessage: { type: 1 }, messageContextInfo: { messageSecret: bytes(32) } }],
    ['keep in chat', { keepInChatMessage: {} }],
    ['an album', { albumMessage: { expectedImageCount: 3 } }],
    ['a history notice', { protocolMessage: { type: 5 } }],
    ['keys of the app state', { protocolMessage: { type: 6 } }],
    [
      'a setting for disappearing messages',
      { ephemeralMessage: { message: { protocolMessage: { type: 3 } } } },
    ],
    ['a protocol message of the future', { protocolMessage: { type: 999 as 0 } }],
  ])('%s says nothing', (_name, message) => {
    expect(read(message)).toEqual({ as: 'nothing' })
  })

  it.each<[string, proto.IMessage | undefined]>([
    ['nothing at all', undefined],
    ['an empty message', {}],
    ['a kind of the future', { messageContextInfo: { messageSecret: bytes(32) } }],
    [
      'a kind of the future beside a sender key',
      { senderKeyDistributionMessage: {}, messageContextInfo: { messageSecret: bytes(32) } },
    ],
    ['an encrypted reaction', { encReactionMessage: { encPayload: bytes(8) } }],
    ['a text of control characters', { conversation: '\u0001\u0002' }],
    ['an empty wrapper', { ephemeralMessage: {} }],
  ])('%s is shown as not supported', (_name, message) => {
    expect(readContent(message && overTheWire(message))).toMatchObject({
      as: 'message',
      kind: 'unsupported',
      body: '',
    })
  })

  it('wrappers without end are not followed', () => {
    let message: proto.IMessage = { conversation: 'x' }
    for (let depth = 0; depth < 1_000; depth += 1) message = { viewOnceMessage: { message } }
    expect(readContent(message)).toMatchObject({ kind: 'unsupported' })
  })
})

describe('any field of the protocol', () => {
  const names = Object.keys(fields) as (keyof proto.IMessage)[]
  const knownFields = Object.getOwnPropertyNames(proto.Message.prototype).filter(
    (name) => !/^(constructor|toJSON)$/.test(name),
  )

  it('is one whose fate is decided', () => {
    expect(names.filter((name) => !knownFields.includes(name))).toEqual([])
  })

  it.each(names)('%s is read without a throw, empty or full of nonsense', (name) => {
    const nonsense = {
      [name]:
        name === 'conversation'
          ? '\u202e'
          : { message: { [name]: {} }, key: {}, contextInfo: {}, type: 77, text: '' },
    }
    for (const message of [{ [name]: name === 'conversation' ? '' : {} }, nonsense])
      expect(['message', 'reaction', 'revision', 'nothing']).toContain(readContent(message).as)
  })
})

describe('bytes that no app would send', () => {
  /** Park and Miller's generator: the same random values in every run. */
  function* numbers(seed: number): Generator<number, never> {
    for (let state = seed; ;) {
      state = (state * 48_271) % 2_147_483_647
      yield state
    }
  }

  const honest: proto.IMessage[] = [
    { extendedTextMessage: { text: 'oi', contextInfo: { stanzaId: 'A', isForwarded: true } } },
    { imageMessage: { ...file, caption: 'c' } },
    {
      ephemeralMessage: {
        message: { protocolMessage: { key: { id: 'A' }, type: 14, editedMessage: { conversation: 'b' } } },
      },
    },
    { reactionMessage: { key: { id: 'A', fromMe: true }, text: '👍' } },
    { contactsArrayMessage: { contacts: [{ displayName: 'Ana', vcard }, { vcard }] } },
    { eventMessage: { name: 'Festa', startTime: 1_790_000_000, location: point } },
    { orderMessage: { itemCount: 2, totalAmount1000: 20_000, totalCurrencyCode: 'BRL' } },
    {
      interactiveMessage: { nativeFlowMessage: { buttons: [{ buttonParamsJson: '{"display_text":"a"}' }] } },
    },
  ]

  const decoded = (bent: Uint8Array): proto.IMessage | undefined => {
    try {
      return proto.Message.decode(bent)
    } catch {
      return undefined
    }
  }

  it('are read without a throw whenever they decode', () => {
    const random = numbers(20_261_121)
    const below = (limit: number) => random.next().value % limit
    let read = 0
    for (let round = 0; round < 10_000; round += 1) {
      const bent = Uint8Array.from(proto.Message.encode(honest[round % honest.length] ?? {}).finish())
      for (let bends = 1 + below(4); bends > 0; bends -= 1) bent[below(bent.length)] = below(256)
      const message = decoded(bent)
      if (!message) continue
      read += 1
      const content = readContent(message)
      JSON.stringify(content)
      if (content.as === 'message') {
        expect(content.body.isWellFormed()).toBe(true)
        expect(content.body).not.toContain('\u0000')
      }
      const { isComplete } = listLayers(message)
      expect(isComplete).toBe(true)
    }
    expect(read).toBeGreaterThan(1_000)
  })
})
