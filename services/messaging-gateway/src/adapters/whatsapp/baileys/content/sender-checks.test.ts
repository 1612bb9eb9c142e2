import { proto } from '@whiskeysockets/baileys'

import { readContent } from './read-content'
import { bareJid, isOwn, isSamePerson, resolveSender, type Envelope } from './sender'
import { checkContent, findDropReason } from './sender-checks'

const own = { pn: '5511900000000@s.whatsapp.net', lid: '1111@lid' }
const ana = '5511955550101@s.whatsapp.net'
const anaLid = '2222@lid'
const beto = '5511955550202@s.whatsapp.net'
const group = '120363000000000001@g.us'
const ourDevice = '5511900000000:12@s.whatsapp.net'

const envelope = (part: Partial<Envelope>): Envelope => ({
  from: ana,
  participant: '',
  recipient: '',
  authorAlt: '',
  claimsFromMe: false,
  ...part,
})

function known(part: Partial<Envelope>) {
  const sender = resolveSender(envelope(part), own)
  if (!sender) throw new Error('an envelope that contradicts itself')
  return sender
}

const fromAna = known({})
const fromAnaInGroup = known({ from: group, participant: anaLid, authorAlt: ana })
const fromUs = known({ from: ourDevice, recipient: ana })
const fromUsInGroup = known({ from: group, participant: '1111:3@lid' })
const betweenOurDevices = known({ from: ourDevice })

describe('the sender of an envelope', () => {
  it.each<[string, Partial<Envelope>, object]>([
    [
      'a person',
      { from: '5511955550101:7@s.whatsapp.net' },
      { chat: ana, author: ana, isOurs: false, isGroup: false },
    ],
    [
      'a person by privacy id',
      { from: '2222:1@lid', authorAlt: ana },
      { chat: anaLid, author: anaLid, authorAlt: ana },
    ],
    ['a hosted device of a person', { from: '5511955550101:99@hosted' }, { chat: ana, author: ana }],
    [
      'our phone, to a person',
      { from: ourDevice, recipient: ana, claimsFromMe: true },
      { chat: ana, isOurs: true },
    ],
    [
      'our phone by its privacy id',
      { from: '1111:4@lid', recipient: anaLid },
      { chat: anaLid, isOurs: true },
    ],
    ['our phone, to our devices', { from: ourDevice }, { chat: own.pn, isOurs: true }],
    [
      'a member of a group',
      { from: group, participant: '2222:5@lid' },
      { chat: group, author: anaLid, isOurs: false, isGroup: true },
    ],
    ['us in a group', { from: group, participant: '1111@lid' }, { chat: group, isOurs: true, isGroup: true }],
    [
      'a contact who posts a status',
      { from: 'status@broadcast', participant: ana },
      { chat: 'status@broadcast', author: ana, isGroup: false },
    ],
    [
      'a contact with a broadcast list',
      { from: '123@broadcast', participant: ana },
      { chat: ana, author: ana, isGroup: false },
    ],
    ['a channel', { from: '99@newsletter' }, { chat: '99@newsletter', isOurs: false }],
  ])('is %s', (_name, part, sender) => {
    expect(resolveSender(envelope(part), own)).toMatchObject(sender)
  })

  it.each<[string, Partial<Envelope>]>([
    ['a stranger who writes to another contact for us', { recipient: beto }],
    ['a stranger taken for us', { claimsFromMe: true }],
    ['a stranger in a group taken for us', { from: group, participant: ana, claimsFromMe: true }],
    ['a privacy id with the digits of our number', { from: '5511900000000@lid', recipient: ana }],
    ['a number with the digits of our privacy id', { from: '1111@s.whatsapp.net', claimsFromMe: true }],
    ['a group message without an author', { from: group }],
    ['an empty address', { from: '' }],
  ])('is not %s', (_name, part) => {
    expect(resolveSender(envelope(part), own)).toBeUndefined()
  })

  it('is never us while our own ids are not known', () => {
    expect(isOwn('', { pn: '', lid: '' })).toBe(false)
    expect(isSamePerson('x', 'x')).toBe(false)
    expect(bareJid('5511955550101_1:7@c.us')).toBe(ana)
  })
})

describe('orders between devices', () => {
  const Type = proto.Message.ProtocolMessage.Type
  const forOurDevices = [
    Type.HISTORY_SYNC_NOTIFICATION,
    Type.APP_STATE_SYNC_KEY_SHARE,
    Type.APP_STATE_SYNC_KEY_REQUEST,
    Type.MSG_FANOUT_BACKFILL_REQUEST,
    Type.INITIAL_SECURITY_NOTIFICATION_SETTING_SYNC,
    Type.APP_STATE_FATAL_EXCEPTION_NOTIFICATION,
    Type.PEER_DATA_OPERATION_REQUEST_MESSAGE,
    Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
    Type.LID_MIGRATION_MAPPING_SYNC,
    Type.CLOUD_API_THREAD_CONTROL_NOTIFICATION,
    Type.MEDIA_NOTIFY_MESSAGE,
    999 as proto.Message.ProtocolMessage.Type,
  ]

  const wrappings: [string, (message: proto.IMessage) => proto.IMessage][] = [
    ['plain', (message) => message],
    ['ephemeral', (message) => ({ ephemeralMessage: { message } })],
    ['beside words', (message) => ({ conversation: 'oi', ...message })],
    [
      'behind an innocent wrapper',
      (message) => ({ viewOnceMessage: { message: { conversation: 'oi' } }, ephemeralMessage: { message } }),
    ],
    ['as a status of a group', (message) => ({ groupStatusMessageV2: { message } })],
    ['as an edit of an edit', (message) => ({ protocolMessage: { type: 14, editedMessage: message } })],
    [
      'as the other version of a video',
      (message) => ({
        associatedChildMessage: {
          message: { ...message, messageContextInfo: { messageAssociation: { associationType: 5 } } },
        },
      }),
    ],
    [
      'deep',
      (message) => ({
        editedMessage: { message: { viewOnceMessageV2: { message: { ephemeralMessage: { message } } } } },
      }),
    ],
  ]

  it.each(wrappings)('of other people are dropped: %s', (_name, wrap) => {
    for (const type of forOurDevices)
      for (const sender of [fromAna, fromAnaInGroup])
        expect(findDropReason(wrap({ protocolMessage: { type } }), sender, own)).toBe('self-only')
  })

  it('of our own account count only in the chat of our devices', () => {
    for (const type of forOurDevices) {
      expect(findDropReason({ protocolMessage: { type } }, betweenOurDevices, own)).toBeUndefined()
      for (const sender of [fromUs, fromUsInGroup])
        expect(findDropReason({ protocolMessage: { type } }, sender, own)).toBe('self-only')
    }
  })

  it.each([
    Type.REVOKE,
    Type.MESSAGE_EDIT,
    Type.EPHEMERAL_SETTING,
    Type.SHARE_PHONE_NUMBER,
    Type.GROUP_MEMBER_LABEL_CHANGE,
    Type.LIMIT_SHARING,
  ])('of type %s anybody may send', (type) => {
    expect(findDropReason({ protocolMessage: { type } }, fromAna, own)).toBeUndefined()
  })
})

describe('a copy of what another device sent', () => {
  const copy = { deviceSentMessage: { destinationJid: beto, message: { conversation: 'transfira' } } }

  it('is believed of our own devices', () => {
    expect(findDropReason(copy, fromUs, own)).toBeUndefined()
    expect(readContent(copy)).toMatchObject({ as: 'message', body: 'transfira' })
  })

  it('is not believed of anybody else, wherever it hides', () => {
    expect(findDropReason(copy, fromAna, own)).toBe('foreign-copy')
    expect(
      findDropReason({ conversation: 'oi', ephemeralMessage: { message: copy } }, fromAnaInGroup, own),
    ).toBe('foreign-copy')
  })
})

it('a message of wrappers without end has no effect', () => {
  let message: proto.IMessage = { protocolMessage: { type: 6 } }
  for (let depth = 0; depth < 500; depth += 1) message = { viewOnceMessage: { message } }
  expect(findDropReason(message, fromAna, own)).toBe('too-many-wrappers')
})

const aimed = (sender: ReturnType<typeof known>, message: proto.IMessage, isAdmin = false) =>
  checkContent(readContent(message), sender, own, isAdmin)

const id = '3EB0AA'
const react = (key: proto.IMessageKey): proto.IMessage => ({
  reactionMessage: { key: { id, ...key }, text: '👍' },
})
const revoke = (key: proto.IMessageKey): proto.IMessage => ({
  protocolMessage: { type: 0, key: { id, ...key } },
})
const edit = (key: proto.IMessageKey): proto.IMessage => ({
  protocolMessage: { type: 14, key: { id, ...key }, editedMessage: { conversation: 'novo' } },
})

describe('a reaction', () => {
  it.each<[string, ReturnType<typeof known>, proto.IMessageKey, object]>([
    [
      'of the customer to us',
      fromAna,
      { fromMe: false, remoteJid: own.pn },
      { remoteJid: ana, participant: '', fromMe: true },
    ],
    [
      'of the customer to us by privacy id',
      fromAna,
      { fromMe: false, remoteJid: own.lid },
      { remoteJid: ana, participant: '', fromMe: true },
    ],
    [
      'of the customer to himself',
      fromAna,
      { fromMe: true, remoteJid: own.pn },
      { remoteJid: ana, participant: '', fromMe: false },
    ],
    [
      'of the customer to a chat of others',
      fromAna,
      { fromMe: false, remoteJid: beto },
      { remoteJid: ana, participant: '', fromMe: true },
    ],
    [
      'of ours to the customer',
      fromUs,
      { fromMe: false, remoteJid: ana },
      { remoteJid: ana, participant: '', fromMe: false },
    ],
    [
      'of ours to us',
      fromUs,
      { fromMe: true, remoteJid: ana },
      { remoteJid: ana, participant: '', fromMe: true },
    ],
    [
      'of a member to us by number',
      fromAnaInGroup,
      { fromMe: false, participant: own.pn },
      { remoteJid: group, participant: own.pn, fromMe: true },
    ],
    [
      'of a member to us by privacy id',
      fromAnaInGroup,
      { fromMe: false, participant: '1111:2@lid' },
      { remoteJid: group, participant: own.lid, fromMe: true },
    ],
    [
      'of a member to another',
      fromAnaInGroup,
      { fromMe: false, participant: beto },
      { remoteJid: group, participant: beto, fromMe: false },
    ],
    [
      'of a member to himself',
      fromAnaInGroup,
      { fromMe: true },
      { remoteJid: group, participant: anaLid, fromMe: false },
    ],
    [
      'of a member to himself by his number',
      fromAnaInGroup,
      { fromMe: false, participant: ana },
      { remoteJid: group, participant: anaLid, fromMe: false },
    ],
    [
      'of ours to a member',
      fromUsInGroup,
      { fromMe: false, participant: beto },
      { remoteJid: group, participant: beto, fromMe: false },
    ],
  ])('%s names its message in our view', (_name, sender, key, target) => {
    expect(aimed(sender, react(key))).toEqual({
      as: 'reaction',
      emoji: '👍',
      target: { waId: id, ...target },
    })
  })

  it('in a group to a message without an author is dropped', () => {
    expect(aimed(fromAnaInGroup, react({ fromMe: false }))).toEqual({ as: 'dropped', why: 'no-author' })
  })
})

describe('an edit or a deletion', () => {
  it.each<[string, ReturnType<typeof known>, proto.IMessageKey, object]>([
    [
      'of the customer',
      fromAna,
      { fromMe: true, remoteJid: own.pn },
      { remoteJid: ana, participant: '', fromMe: false },
    ],
    [
      'of the customer with another chat in its key',
      fromAna,
      { fromMe: true, remoteJid: beto },
      { remoteJid: ana, participant: '', fromMe: false },
    ],
    ['of ours', fromUs, { fromMe: true, remoteJid: ana }, { remoteJid: ana, participant: '', fromMe: true }],
    [
      'of a member',
      fromAnaInGroup,
      { fromMe: true },
      { remoteJid: group, participant: anaLid, fromMe: false },
    ],
    [
      'of a member who names himself by his number',
      fromAnaInGroup,
      { fromMe: false, participant: ana },
      { remoteJid: group, participant: anaLid, fromMe: false },
    ],
    [
      'of ours in a group',
      fromUsInGroup,
      { fromMe: true },
      { remoteJid: group, participant: own.lid, fromMe: true },
    ],
  ])('%s touches what its sender wrote', (_name, sender, key, target) => {
    const about = { target: { waId: id, ...target } }
    expect(aimed(sender, edit(key))).toEqual({ as: 'revision', deleted: false, body: 'novo', ...about })
    expect(aimed(sender, revoke(key))).toEqual({ as: 'revision', deleted: true, body: '', ...about })
  })

  it.each<[string, ReturnType<typeof known>, proto.IMessageKey]>([
    ['of the customer on our message', fromAna, { fromMe: false, remoteJid: own.pn }],
    ['of the customer on our message, who names us', fromAna, { fromMe: false, participant: own.pn }],
    ['of a member on our message', fromAnaInGroup, { fromMe: false, participant: own.pn }],
    ['of a member on our message by privacy id', fromAnaInGroup, { fromMe: false, participant: own.lid }],
    ['of a member on another member', fromAnaInGroup, { fromMe: false, participant: beto }],
  ])('%s is dropped', (_name, sender, key) => {
    for (const message of [edit(key), revoke(key)])
      expect(aimed(sender, message)).toEqual({ as: 'dropped', why: 'not-the-author' })
  })

  it.each([edit, revoke])('in a group on a message without an author is dropped', (revise) => {
    expect(aimed(fromAnaInGroup, revise({ fromMe: false }))).toEqual({ as: 'dropped', why: 'no-author' })
  })

  it('of an administrator deletes what others wrote, and edits nothing of it', () => {
    const key = { fromMe: false, participant: beto }
    const target = { waId: id, remoteJid: group, participant: beto, fromMe: false }
    expect(aimed(fromAnaInGroup, revoke(key), true)).toMatchObject({ as: 'revision', deleted: true, target })
    expect(aimed(fromUsInGroup, revoke(key))).toMatchObject({ as: 'revision', deleted: true, target })
    for (const sender of [fromAnaInGroup, fromUsInGroup])
      expect(aimed(sender, edit(key), true)).toEqual({ as: 'dropped', why: 'not-the-author' })
  })

  it('of ours deletes nothing of the customer', () => {
    expect(aimed(fromUs, revoke({ fromMe: false }))).toEqual({ as: 'dropped', why: 'not-the-author' })
  })

  it('of an administrator has no power in a chat of two', () => {
    expect(aimed(fromAna, revoke({ fromMe: false }), true)).toEqual({ as: 'dropped', why: 'not-the-author' })
  })
})

it('what is only said passes as it is', () => {
  expect(aimed(fromAna, { conversation: 'oi' })).toMatchObject({ as: 'message', body: 'oi' })
  expect(aimed(fromAna, { pollUpdateMessage: {} })).toEqual({ as: 'nothing' })
})
