import { buffer } from 'node:stream/consumers'

import { readOutbox } from '@balcao/testkit'

import { startFakeWhatsApp, type Contact, type FakeWhatsApp } from './fake-whatsapp'
import { Stage, type Scenario } from './kill-steps'
import { SCHEMA } from './support'

const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.alloc(2_000),
])

const buildFile = async (stage: Stage, key: string): Promise<Buffer | undefined> => {
  const stream = await stage.blobs.get(key)
  return stream && buffer(stream)
}

/** One contact per stage, with a conversation that began before the first kill. */
const friends = new WeakMap<Stage, Contact>()
const friend = (stage: Stage): Contact => {
  const found = friends.get(stage) ?? stage.stranger()
  friends.set(stage, found)
  return found
}

const befriend = async (stage: Stage, run: number): Promise<void> => {
  if (run > 1) return
  await stage.writes(friend(stage), 'oi')
  await stage.asks(friend(stage), 'olá')
}

/** Our messages, edited, deleted and reacted to: once each on the phone, and one event each for the desk. */
const ownChanges = (): Scenario => {
  let sent: string[] = []
  let told = 0
  return {
    name: 'it edits, deletes and reacts',
    prepare: async (stage, run) => {
      await befriend(stage, run)
      sent = []
      for (const body of ['to edit', 'to delete', 'to like']) sent.push(await stage.asks(friend(stage), body))
    },
    act: async (stage, run) => {
      const [edited, deleted, liked] = sent as [string, string, string]
      const readWaId = async (messageId: string) => (await stage.outbound(messageId)).waId
      stage.book.changes.set(await readWaId(edited), `edited ${run}`).set(await readWaId(liked), '👍')
      const body = `edited ${run}`
      await stage.changes('outboundEditRequested', friend(stage), `now: ${body}`, { messageId: edited, body })
      await stage.changes('outboundRevokeRequested', friend(stage), 'deleted', { messageId: deleted })
      await stage.changes('outboundReactionRequested', friend(stage), '👍', { messageId: liked, emoji: '👍' })
      told += 1
    },
    check: async (stage) => {
      const [revised, reacted] = await Promise.all([
        readOutbox(stage.pg, SCHEMA, 'messageRevised'),
        readOutbox(stage.pg, SCHEMA, 'messageReacted'),
      ])
      expect([revised.length, reacted.length]).toEqual([told, told])
    },
  }
}

/** Read marks, in both directions. */
const bothRead = (): Scenario => {
  let theirs = ''
  let ours = ''
  const readByUs: string[] = []
  const readByThem: string[] = []
  return {
    name: 'both sides read',
    prepare: async (stage, run) => {
      await befriend(stage, run)
      theirs = await stage.writes(friend(stage), `read me ${run}`)
      ours = await stage.asks(friend(stage), `read it ${run}`)
    },
    act: async (stage) => {
      readByUs.push(theirs)
      readByThem.push(ours)
      friend(stage).receipt(stage.account, [(await stage.outbound(ours)).waId], 'read')
      await stage.marksRead(friend(stage), [theirs])
    },
    check: async (stage) => {
      const states = await Promise.all(readByThem.map(async (id) => (await stage.outbound(id)).state))
      expect(states).toEqual(readByThem.map(() => 'READ'))
      const seen = stage.account.ledger.receipts.filter(({ type }) => type === 'read').map(({ waId }) => waId)
      expect(readByUs.filter((waId) => !seen.includes(waId))).toEqual([])
    },
  }
}

const scenarios: Scenario[] = [
  {
    name: 'a stranger writes',
    act: async (stage, run) => void (await stage.writes(stage.stranger(), `in ${run}`)),
  },
  {
    name: 'a friend writes twice',
    prepare: befriend,
    act: async (stage, run) => {
      await stage.writes(friend(stage), `in ${run} a`)
      await stage.writes(friend(stage), `in ${run} b`)
    },
  },
  {
    name: 'it writes to a stranger',
    act: async (stage, run) => void (await stage.asks(stage.stranger(), `out ${run}`)),
  },
  {
    name: 'it writes to a friend twice',
    prepare: befriend,
    act: async (stage, run) => {
      await stage.asks(friend(stage), `out ${run} a`)
      await stage.asks(friend(stage), `out ${run} b`)
    },
  },
  {
    name: 'a contact writes to a new group twice',
    act: async (stage, run) => {
      const circle = stage.circle()
      const [member] = circle.members
      await stage.writesIn(circle, member!, `in ${run} a`)
      await stage.writesIn(circle, member!, `in ${run} b`)
    },
  },
  {
    name: 'it writes to a new group twice',
    act: async (stage, run) => {
      const circle = stage.circle()
      await stage.asksIn(circle, `out ${run} a`)
      await stage.asksIn(circle, `out ${run} b`)
    },
  },
  {
    name: 'a picture comes',
    prepare: befriend,
    act: async (stage, run) => {
      const caption = `picture ${run}`
      const waId = await friend(stage).media(stage.account, 'image', JPEG, { caption })
      stage.hears(friend(stage).number, caption, waId)
    },
    check: async (stage) => {
      const events = await readOutbox(stage.pg, SCHEMA, 'messageReceived')
      const pictures = events.map(({ body }) => body.value).filter(({ body }) => body.startsWith('picture'))
      expect(pictures.length).toBeGreaterThan(0)
      for (const { media } of pictures) expect(await buildFile(stage, media?.key ?? '')).toEqual(JPEG)
    },
  },
  {
    name: 'a picture goes out',
    prepare: befriend,
    act: async (stage, run) => {
      const key = `companies/1/2026/11/${run}.jpg`
      await stage.blobs.put(key, JPEG)
      const media = { key, name: 'a.jpg', mimeType: 'image/jpeg', sizeBytes: JPEG.length }
      const size = { width: 1, height: 1, durationSeconds: 0 }
      await stage.asks(friend(stage), `picture ${run}`, { kind: 'image', media: { ...media, ...size } })
    },
    check: (stage) => {
      const { messages } = friend(stage).inbox(stage.account)
      const pictures = messages.filter(({ message }) => message.imageMessage)
      expect(pictures.length).toBeGreaterThan(0)
      for (const { message } of pictures) expect(friend(stage).openMedia(message)).toEqual(JPEG)
    },
  },
  {
    name: 'a friend edits, deletes and reacts',
    prepare: async (stage, run) => {
      await befriend(stage, run)
      for (const body of ['to edit', 'to delete', 'to like']) await stage.writes(friend(stage), body)
    },
    act: async (stage, run) => {
      const [edited, deleted, liked] = stage.book.written.slice(-3).map(({ waId }) => waId)
      const { account, book } = stage
      book.changes.set(edited!, `edited ${run}`).set(deleted!, 'deleted').set(liked!, '👍')
      await friend(stage).edit(account, edited!, `edited ${run}`)
      await friend(stage).revoke(account, deleted!)
      await friend(stage).react(account, { id: liked!, fromMe: true }, '👍')
    },
  },
  ownChanges(),
  bothRead(),
  {
    name: 'its owner writes on the phone',
    prepare: befriend,
    act: async (stage, run) => {
      const { number } = friend(stage)
      stage.hears(number, `own ${run}`, await stage.account.type(number, `own ${run}`))
    },
  },
  {
    name: 'it starts, with words waiting on both sides',
    restarts: true,
    prepare: befriend,
    act: async (stage, run) => {
      await stage.writes(friend(stage), `in ${run} a`)
      await stage.writes(friend(stage), `in ${run} b`)
      await stage.asks(friend(stage), `out ${run}`)
    },
  },
]

/*
 * Every awaited step of a gateway's process: before and after each transaction, those of the vault included, and before and
 * after each frame in each direction. The process dies at each of them once, the next process takes over and dies at the
 * following one.
 */
describe('a gateway that dies', () => {
  let wa: FakeWhatsApp
  let steps = 0

  beforeAll(async () => {
    wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small' } })
  })

  afterAll(() => wa.stop())

  it.each(scenarios)(
    'at every step while $name: nothing is lost, doubled or unreadable',
    async (scenario) => {
      const stage = await Stage.open(wa, scenarios.indexOf(scenario) + 1)
      const found = await stage.explore(scenario)
      steps += found
      await stage.verify()
      await scenario.check?.(stage)
      await stage.close()
      wa.verify()
      process.stderr.write(`${scenario.name}: ${found} steps to die at\n`)
    },
    240_000,
  )

  it('asked for no code but the first of each number', () => {
    expect(wa.ledger.registrations).toBe(scenarios.length)
    process.stderr.write(`${steps} steps to die at in all\n`)
  })
})
