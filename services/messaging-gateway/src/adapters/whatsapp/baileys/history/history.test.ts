import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { deflateSync } from 'node:zlib'

import { companyId } from '@balcao/contracts'
import * as baileys from '@whiskeysockets/baileys'
import { proto } from '@whiskeysockets/baileys'

import { MediaHosts } from '../media-hosts'
import { createReadingTurns } from '../reading-turns'
import { History, findHistoryPart, type HistoryDeps } from './history'
import type { HistoryContact } from './history-intake'

const CHATS = 40
const MESSAGES = 60
const jidOf = (chat: number) => `55119999${String(chat).padStart(5, '0')}@s.whatsapp.net`

/** The history of a busy number: most of it is old. */
const packed = () =>
  deflateSync(
    proto.HistorySync.encode({
      syncType: proto.HistorySync.HistorySyncType.RECENT,
      conversations: Array.from({ length: CHATS }, (_, chat) => ({
        id: jidOf(chat),
        name: `Cliente ${chat}`,
        tcToken: Buffer.from(`token ${chat}`),
        tcTokenTimestamp: 1_700_000_000,
        messages: Array.from({ length: MESSAGES }, (_, index) => ({
          message: {
            key: { remoteJid: jidOf(chat), id: `${chat}-${index}` },
            message: { conversation: randomBytes(600).toString('base64') },
            // Newest first, as phones send it.
            messageTimestamp: 1_700_000_000 - index,
          },
        })),
      })),
    }).finish(),
  )

function rig(options: Partial<HistoryDeps> = {}) {
  const told: { ids: string[]; at: number[] }[] = []
  const contacts: HistoryContact[] = []
  const tokens: string[] = []
  const lost: unknown[] = []
  const history = new History({
    baileys,
    hosts: new MediaHosts(''),
    inTurn: createReadingTurns()(companyId(1)),
    firstRetryMs: 1,
    wantsMessages: true,
    since: () => 1_700_000_000 - 4,
    onGiveUp: (error) => lost.push(error),
    target: {
      messages: (messages) =>
        Promise.resolve(
          void told.push({
            ids: messages.map(({ key }) => key.id ?? ''),
            at: messages.map(({ messageTimestamp }) => Number(messageTimestamp)),
          }),
        ),
      contacts: (some) => Promise.resolve(void contacts.push(...some)),
      lidMappings: () => Promise.resolve(),
      tokens: (some) => Promise.resolve(void tokens.push(...some.map(({ jid }) => jid))),
      salt: () => Promise.resolve(),
    },
    ...options,
  })
  return { history, told, contacts, tokens, lost }
}

const spooled = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('balcao-history-'))

describe('a phone’s history', () => {
  it('is told per chat, oldest first, young messages only; names and tokens of all', async () => {
    const before = await spooled()
    const { history, told, contacts, tokens } = rig()
    await history.take({ initialHistBootstrapInlinePayload: packed() })
    expect(told).toHaveLength(CHATS)
    expect(told[0]?.at).toEqual([4, 3, 2, 1, 0].map((ago) => 1_700_000_000 - ago))
    expect(contacts).toHaveLength(CHATS)
    expect(contacts[7]).toMatchObject({ id: jidOf(7), name: 'Cliente 7' })
    expect(tokens).toEqual(contacts.map(({ id }) => id))
    expect(await spooled()).toEqual(before)
  })

  it('leaves turns of the event loop to other work while it is read', async () => {
    let turns = 0
    let isOver = false
    const others = () => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    const { history } = rig({ wantsMessages: false })
    setImmediate(others)
    await history.take({ initialHistBootstrapInlinePayload: packed() })
    isOver = true
    // At 64 KiB a turn: 40 chats of 60 messages are about 2 MB.
    expect(turns).toBeGreaterThan(25)
  })

  it('that cannot be read is given up after some tries, and told', async () => {
    const { history, told, lost } = rig()
    await history.take({ initialHistBootstrapInlinePayload: packed().subarray(0, 1_000) })
    expect(lost).toHaveLength(1)
    expect(told).toEqual([])
  })

  it('whose content the gateway refuses stays to be taken', async () => {
    const refused = new Error('not durable')
    const target = { ...rigTarget, messages: () => Promise.reject(refused) }
    const { history, lost } = rig({ target })
    await expect(history.take({ initialHistBootstrapInlinePayload: packed() })).rejects.toBe(refused)
    expect(lost).toEqual([])
  })

  it('is left for the next socket when this one ends', async () => {
    const { history, lost } = rig({ firstRetryMs: 60_000 })
    const taken = history.take({ initialHistBootstrapInlinePayload: Buffer.from('nothing') })
    setTimeout(() => history.stop(), 20)
    await expect(taken).rejects.toThrow('abort')
    expect(lost).toEqual([])
  })

  it('is read in its company’s turn: many of one company wait for each other, and for none of them another company’s', async () => {
    const turns = createReadingTurns()
    let [recording, most] = [0, 0]
    const messages = async () => {
      recording += 1
      most = Math.max(most, recording)
      await new Promise(setImmediate)
      recording -= 1
    }
    const ended: string[] = []
    const take = async (name: string, company: number, target = rigTarget) => {
      const { history } = rig({ inTurn: turns(companyId(company)), target })
      await history.take({ initialHistBootstrapInlinePayload: packed() })
      ended.push(name)
    }
    const many = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => take(name, 1, { ...rigTarget, messages }))
    await Promise.all([...many, take('b', 2)])
    expect(most).toBe(1)
    expect(ended[0]).toBe('b')
  })

  it('that waits for its turn is left for the next socket when this one ends, and holds up no other', async () => {
    const inTurn = createReadingTurns()(companyId(1))
    let record: () => void = () => undefined
    const isRecorded = new Promise<void>((resolve) => (record = resolve))
    const first = rig({ inTurn, target: { ...rigTarget, messages: () => isRecorded } }).history
    const [waiting, last] = [rig({ inTurn }), rig({ inTurn })]
    const taken = [first, waiting.history, last.history].map((history) =>
      history.take({ initialHistBootstrapInlinePayload: packed() }),
    )
    waiting.history.stop()
    record()
    await expect(taken[1]).rejects.toThrow('abort')
    await Promise.all([taken[0], taken[2]])
    expect(waiting.told).toEqual([])
    expect(last.told).toHaveLength(CHATS)
  })

  it('is taken from our own phone only', () => {
    const content = { protocolMessage: { historySyncNotification: { directPath: '/a' } } }
    const sender = { chat: '', author: '', authorAlt: '', isGroup: false }
    expect(findHistoryPart({ sender: { ...sender, isOurs: true }, content })).toEqual({ directPath: '/a' })
    expect(findHistoryPart({ sender: { ...sender, isOurs: false }, content })).toBeUndefined()
  })
})

const nothing = () => Promise.resolve()
const rigTarget: HistoryDeps['target'] = {
  messages: nothing,
  contacts: nothing,
  lidMappings: nothing,
  tokens: nothing,
  salt: nothing,
}
