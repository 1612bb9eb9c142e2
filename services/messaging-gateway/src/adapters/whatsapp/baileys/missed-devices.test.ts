import { MissedDevices } from './missed-devices'
import { hashDevices } from './participant-hash'

const OWN = '1:7@lid'
const CHAT = '9@g.us'
const message = { conversation: 'oi' }

/** A chat with these devices: first as they are cached, then as the server answers. */
const setUpChat = (known: string[], real: string[]) => {
  let isFresh = false
  const done: string[] = []
  const missed = new MissedDevices({
    devices: () => ({
      list: () => Promise.resolve({ others: isFresh ? real : known, own: OWN }),
      refresh: () => {
        isFresh = true
        done.push('refresh')
        return Promise.resolve()
      },
      sendTo: ({ waId }, devices) => {
        done.push(`${waId} to ${devices.join()}`)
        return Promise.resolve()
      },
    }),
    failed: (error) => done.push(String(error)),
  })
  const sends = async (waId: string, hash: string | undefined) => {
    missed.track({ waId, chat: CHAT, message }, Promise.resolve())
    await missed.onAck(waId, hash)
  }
  return { done, sends, missed, hash: hashDevices([...real, OWN]) }
}

describe('devices that a message was not for', () => {
  it('get it, once', async () => {
    const { done, sends, missed, hash } = setUpChat(['2@lid'], ['2@lid', '2:1@lid'])
    await sends('A', hash)
    await missed.onAck('A', hash)
    await sends('B', hash)
    expect(done).toEqual(['refresh', 'A to 2:1@lid'])
  })

  it.each([
    ['the server knows the same', ['2@lid'], undefined],
    ['a contact has one less', ['2@lid', '2:1@lid'], ['2@lid']],
  ])('are none where %s', async (_name, known, real) => {
    const { done, sends, hash } = setUpChat(known, real ?? known)
    await sends('A', hash)
    await sends('B', undefined)
    expect(done).toEqual(real ? ['refresh'] : [])
  })

  it('are looked for once a hash, should the server hash otherwise', async () => {
    const { done, sends } = setUpChat(['2@lid'], ['2@lid'])
    for (const waId of ['A', 'B', 'C']) await sends(waId, '2:other')
    expect(done).toEqual(['refresh'])
  })

  it('are not looked for after a message that did not leave, or is unknown', async () => {
    const { done, missed } = setUpChat([], [])
    missed.track({ waId: 'A', chat: CHAT, message }, Promise.reject(new Error('the socket has ended')))
    await missed.onAck('B', '2:x')
    expect(done).toEqual([])
  })
})

it('devices are hashed in any order, the phone as device 0', () => {
  const hash = hashDevices(['2@lid', '1:7@lid'])
  expect(hash).toBe(hashDevices(['1:7@lid', '2@lid']))
  expect(hash).toMatch(/^2:[\w+/]{8}$/)
  expect(hash).not.toBe(hashDevices(['2@s.whatsapp.net', '1:7@lid']))
})
