import * as baileys from '@whiskeysockets/baileys'

import { convertSession, readLinkedNumber } from './convert-session'

const { BufferJSON, initAuthCreds } = baileys

const linked = () => ({
  ...initAuthCreds(),
  me: { id: '5511940000001:7@s.whatsapp.net', name: 'Loja' },
  account: { details: Buffer.from('d'), accountSignature: Buffer.alloc(64) },
})
const keys = { preKeys: { 1: initAuthCreds().noiseKey } }
const toText = (value: unknown) => JSON.stringify(value, BufferJSON.replacer)
const convert = (state: string) => convertSession({ state, keys: [] })
const changed = (change: object) => toText({ creds: { ...linked(), ...change }, keys })

describe('a session of another program', () => {
  it.each([
    ['', 'the database has none'],
    ['not JSON', 'it is not of Baileys'],
    ['null', 'it is not of Baileys'],
    ['"text"', 'it is not of Baileys'],
    [
      toText({ WABrowserId: '"x"', WASecretBundle: '{}' }),
      'it is of whatsapp-web.js, whose link is in a browser',
    ],
    [toText({ creds: { clientID: 'x', encKey: 'y' } }), 'it is of a protocol that WhatsApp has ended'],
    [toText({ creds: initAuthCreds(), keys }), 'it was never linked'],
    [
      changed({ noiseKey: { public: Buffer.alloc(31), private: Buffer.alloc(32) } }),
      'its keys are not whole',
    ],
    [changed({ registrationId: '1' }), 'its keys are not whole'],
    [changed({ signedIdentityKey: initAuthCreds().signedIdentityKey }), 'its keys do not belong together'],
    [toText({ creds: linked(), keys: {} }), 'its keys are not in the database'],
  ])('%.40s is not converted: %s', (state, fault) => expect(convert(state)).toEqual({ fault }))

  it.each([
    ['base64', (text: string) => text],
    ['lists of bytes', (text: string) => JSON.stringify(JSON.parse(text), toList)],
    ['members by number', (text: string) => JSON.stringify(JSON.parse(text), toMembers)],
  ])('is the same with bytes as %s', (_, write) => {
    const creds = linked()
    const converted = convert(write(toText({ creds, keys })))
    if ('fault' in converted) throw new Error(converted.fault)
    expect(JSON.parse(Buffer.from(converted.credentials).toString(), BufferJSON.reviver)).toEqual({
      ...(JSON.parse(toText(creds), BufferJSON.reviver) as object),
      advSecretKey: '',
    })
    expect(readLinkedNumber(converted.credentials)).toBe('5511940000001')
    expect(converted.keys.map(({ type, id }) => [type, id])).toEqual([['pre-key', '1']])
    expect(JSON.parse(Buffer.from(converted.keys[0]!.value!).toString(), BufferJSON.reviver)).toEqual(
      JSON.parse(toText(keys.preKeys[1]), BufferJSON.reviver),
    )
  })

  it('leaves out what the network gives again, and what cannot be read', () => {
    const values = [
      ['session', '5511.0', { _sessions: {}, version: 'v1' }],
      ['session', '5512.0', 'broken'],
      ['sender-key', 'g::5511::0', Buffer.from('[]')],
      ['sender-key-memory', 'g', { '5511.0': true }],
      ['device-list', '5511', ['0']],
      ['app-state-sync-version', 'regular', { version: 3 }],
      ['lid-mapping', '5511', '99'],
      ['pre-key', '2', null],
    ] as const
    const converted = convertSession({
      state: toText({ creds: linked(), keys: {} }),
      keys: [
        ...values.map(([type, id, value]) => ({ type, id, value: toText(value) })),
        { type: 'session', id: '5513.0', value: '{' },
      ],
    })
    expect('keys' in converted && converted.keys.map(({ type, id }) => `${type} ${id}`)).toEqual([
      'session 5511.0',
      'sender-key g::5511::0',
      'lid-mapping 5511',
    ])
  })
})

const bytesOf = (value: unknown): Buffer | undefined =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
    ? Buffer.from(value.data as string, 'base64')
    : undefined

function toList(_: string, value: unknown): unknown {
  const bytes = bytesOf(value)
  return bytes ? { buffer: true, data: [...bytes] } : value
}

function toMembers(_: string, value: unknown): unknown {
  const bytes = bytesOf(value)
  return bytes ? Object.fromEntries([...bytes].map((byte, nth) => [nth, byte])) : value
}
