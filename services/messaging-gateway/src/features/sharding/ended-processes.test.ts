import type { ListeningState } from '@balcao/kernel'

import { EndedProcesses } from './ended-processes'
import type { SeenProcess } from './process.store'

const process = (owner: string, over: Partial<SeenProcess> = {}): SeenProcess => ({
  owner,
  rpcAddress: `10.0.0.1:${owner}`,
  isDraining: false,
  silentMs: 0,
  ...over,
})
const us = process('us')
const silent = { silentMs: 4_000 }

/** As this process, which has seen `before` in an earlier poll, with these answers of hosts, finds them in `now`. */
async function find(before: SeenProcess[], now: SeenProcess[], says: [ListeningState, ListeningState]) {
  const asked: string[] = []
  let [state] = says
  const ended = new EndedProcesses({
    self: us,
    peers: {
      probe: (address) => {
        asked.push(address)
        return Promise.resolve(state)
      },
    },
    times: { silentAfterMs: 4_000 },
  })
  await ended.find([us, ...before])
  state = says[1]
  const found = await ended.find([us, ...now])
  return { found: found.map(({ owner }) => owner), asked: asked.length }
}

const peer = process('b')

describe('a process that is silent', () => {
  it.each<[string, SeenProcess[], SeenProcess[], [ListeningState, ListeningState], string[]]>([
    ['and refuses has ended', [peer], [process('b', silent)], ['listening', 'refused'], ['b']],
    ['and listens is starved or suspended', [peer], [process('b', silent)], ['listening', 'listening'], []],
    ['on a host that is away may live', [peer], [process('b', silent)], ['listening', 'unknown'], []],
    [
      'and has never been reached may be behind a firewall',
      [peer],
      [process('b', silent)],
      ['refused', 'refused'],
      [],
    ],
    [
      'and drains no longer listens',
      [peer],
      [process('b', { ...silent, isDraining: true })],
      ['listening', 'refused'],
      [],
    ],
    [
      'for less than a heartbeat is not asked',
      [peer],
      [process('b', { silentMs: 3_999 })],
      ['listening', 'refused'],
      [],
    ],
    [
      'and whose address is now of another has ended, though that one listens',
      [peer],
      [process('b', silent), process('c', { rpcAddress: peer.rpcAddress })],
      ['listening', 'listening'],
      ['b'],
    ],
    [
      'and had the address of this process has ended',
      [],
      [process('a', { ...silent, rpcAddress: us.rpcAddress })],
      ['unknown', 'unknown'],
      ['a'],
    ],
    [
      'does not end a younger one at its address',
      [],
      [process('b', silent), process('c', { silentMs: 6_000, rpcAddress: peer.rpcAddress })],
      ['unknown', 'unknown'],
      ['c'],
    ],
  ])('%s', async (_what, before, now, says, expected) => {
    expect((await find(before, now, says)).found).toEqual(expected)
  })

  it('is asked once when it is new, and again only while it is silent', async () => {
    expect((await find([peer], [peer], ['listening', 'listening'])).asked).toBe(1)
    expect((await find([peer], [process('b', silent)], ['listening', 'listening'])).asked).toBe(2)
    expect((await find([peer], [peer], ['refused', 'listening'])).asked).toBe(2)
  })

  it('is never this process itself', async () => {
    expect((await find([], [process('us', silent)], ['refused', 'refused'])).found).toEqual([])
  })
})
