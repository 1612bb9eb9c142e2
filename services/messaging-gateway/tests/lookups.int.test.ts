import type { ConnectionView, LanesAnswer } from '@balcao/contracts'
import { OutboundLane } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import { fixedClock, waitFor, type FixedClock, type TestDatabase } from '@balcao/testkit'

import { PgAddressBookStore } from '../src/adapters/postgres/pg-address-book-store'
import { scriptedDriver, type ScriptedDriver } from './scripted-driver'
import { textFrom } from './scripted-callbacks'
import {
  acme,
  asksToSend,
  beta,
  connectionId,
  gatewayDatabase,
  messageUuid,
  people,
  SCHEMA,
  startGateway,
  statusIs,
  type Caller,
  type Gateway,
} from './support'

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1])
const other = Buffer.concat([JPEG, Buffer.from([7])])
const ANA = '5511999990001'
const MINUTE = 60_000

describe('what other services ask of a phone', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let driver: ScriptedDriver
  let clock: FixedClock
  let admin: Caller
  let foreigner: Caller
  let line: number

  /* As over the wire: a request, and an answer or the code of a refusal. */
  const ask = <T = Record<string, unknown>>(method: string, request: object): Promise<T> => {
    const handler = gateway.service.rpc[0]?.implementation[method] as unknown as (
      call: object,
      done: (error: Error | null, answer?: T) => void,
    ) => void
    const call = { request, getDeadline: () => new Date(Date.now() + 60_000), metadata: {} }
    return new Promise((resolve, reject) =>
      handler(call, (error, answer) => (error ? reject(error) : resolve(answer as T))),
    )
  }
  const refusal = (work: Promise<unknown>) =>
    work.then(
      (answer) => ({ answer }),
      (error: { metadata: { get(name: string): unknown[] } }) => error.metadata.get('desk-error')[0],
    )
  const connect = async (who: Caller, number: string) => {
    const created = await who<ConnectionView>('POST', '/whatsapp', { name: 'Real', provider: 'beta' })
    const { id } = created.body
    await statusIs(who, id, 'OPENING')
    await expectSession(id)
    await driver.says(id, { kind: 'connected', number })
    await statusIs(who, id, 'CONNECTED')
    return id
  }
  const expectSession = async (id: number) => {
    await waitFor(() => Promise.resolve(driver.findRequest(id) !== undefined))
  }

  beforeEach(async () => {
    pg = await gatewayDatabase()
    driver = scriptedDriver()
    // From now on: requests of weeks ago are refused.
    clock = fixedClock(new Date())
    gateway = await startGateway(pg, { clock, tuning: { drivers: [driver] } })
    const made = await people(pg, gateway.url)
    admin = made.admin
    foreigner = made.foreigner
    line = await connect(admin, '5511400289220')
  })

  afterEach(() => pg.close())

  it('names the connections of one company; unknown and foreign ids are absent', async () => {
    const foreign = await foreigner<ConnectionView>('POST', '/whatsapp', { name: 'Theirs', provider: 'beta' })
    const ids = [line, foreign.body.id, 999_999]
    expect(await ask('getConnections', { companyId: acme, ids })).toEqual({
      connections: [{ id: line, name: 'Real' }],
    })
    expect(await ask('getConnections', { companyId: beta, ids })).toEqual({
      connections: [{ id: foreign.body.id, name: 'Theirs' }],
    })
    expect(await refusal(ask('getConnections', { companyId: 0, ids }))).toBe('ERR_VALIDATION')
  })

  describe('a number check', () => {
    const check = (number: string, companyId = acme, connection = 0) =>
      ask<{ exists: boolean; number: string }>('checkNumber', { companyId, connectionId: connection, number })

    it('asks the network once a week, in any form of the number', async () => {
      driver.script.checkNumber = () => ({ exists: true, number: '551199990001' })
      expect(await check(ANA)).toEqual({ exists: true, number: '551199990001' })
      expect(await check(ANA)).toEqual({ exists: true, number: '551199990001' })
      expect(await check('551199990001')).toEqual({ exists: true, number: '551199990001' })
      expect(driver.asked).toEqual([`check ${ANA}`])
      clock.advance(6 * 24 * 60 * MINUTE)
      await check(ANA)
      expect(driver.asked).toHaveLength(1)
      clock.advance(24 * 60 * MINUTE)
      await check(ANA)
      expect(driver.asked).toHaveLength(2)
    })

    it('does not look up a contact who has written to the company', async () => {
      await driver.findRequest(line)?.callbacks.inbound(textFrom(ANA, 'W1'))
      expect(await check(ANA)).toEqual({ exists: true, number: ANA })
      expect(driver.asked).toEqual([])
      const theirs = await connect(foreigner, '5511400289221')
      await check(ANA, beta, theirs)
      expect(driver.asked).toEqual([`check ${ANA}`])
    })

    it('remembers for three days that the number does not exist', async () => {
      driver.script.checkNumber = (number) => ({ exists: false, number })
      expect(await check(ANA)).toMatchObject({ exists: false })
      clock.advance(3 * 24 * 60 * MINUTE - MINUTE)
      expect(await check(ANA)).toMatchObject({ exists: false })
      expect(driver.asked).toHaveLength(1)
      driver.script.checkNumber = (number) => ({ exists: true, number })
      clock.advance(2 * MINUTE)
      expect(await check(ANA)).toMatchObject({ exists: true })
    })

    it('forgets that a number does not exist when it writes', async () => {
      driver.script.checkNumber = (number) => ({ exists: false, number })
      await check(ANA)
      await driver.findRequest(line)?.callbacks.inbound(textFrom(ANA, 'W2'))
      expect(await check(ANA)).toEqual({ exists: true, number: ANA })
      expect(driver.asked).toHaveLength(1)
    })

    it('is known to every process without a connected session, and to the own company alone', async () => {
      await check(ANA)
      await gateway.stop()
      gateway = await startGateway(pg, { clock, tuning: { drivers: [driver] }, idle: true })
      expect(await check(ANA)).toEqual({ exists: true, number: ANA })
      expect(await refusal(check('5511999990002'))).toBe('ERR_WAPP_CHECK_CONTACT')
      expect(await refusal(check(ANA, beta, line))).toBe('ERR_NO_WAPP_FOUND')
      expect(await refusal(check(ANA, beta))).toBe('ERR_NO_DEF_WAPP_FOUND')
      const rows = await pg.sql<{ company_id: number }>(`SELECT company_id FROM ${SCHEMA}.number_checks`)
      expect(rows).toEqual([{ company_id: acme }])
    })

    it('remembers nothing that the network could not say, and sweeps what is old', async () => {
      driver.script.checkNumber = () => {
        throw new AppError('ERR_WAPP_CHECK_CONTACT')
      }
      expect(await refusal(check(ANA))).toBe('ERR_WAPP_CHECK_CONTACT')
      driver.script.checkNumber = (number) => ({ exists: true, number })
      expect(await check(ANA)).toMatchObject({ exists: true })
      clock.advance(8 * 24 * 60 * MINUTE)
      const job = gateway.service.jobs.find(({ name }) => name === 'messaging-gateway.number-checks')
      await job?.run(new AbortController().signal)
      expect(await pg.sql(`SELECT 1 FROM ${SCHEMA}.number_checks`)).toEqual([])
    })
  })

  describe('a number check on a network that restricts numbers', () => {
    const number = (index: number) => `55119${String(70_000_000 + index)}`
    const check = (index: number, companyId = acme) =>
      ask<{ exists: boolean }>('checkNumber', { companyId, connectionId: 0, number: number(index) })
    const turnOn = (who = admin, id = line) => who('PUT', `/whatsapp/${id}/lanes`, { checksNumbers: true })
    const lanes = async () => (await admin<LanesAnswer>('GET', `/whatsapp/${line}/lanes`)).body
    const begin = async (cap: number, perMinute = 60) => {
      await gateway.stop()
      driver = scriptedDriver({}, { needsHumanPace: true })
      const capsByAge = [{ fromDays: 0, newChats: cap }]
      gateway = await startGateway(pg, {
        clock,
        tuning: { drivers: [driver] },
        config: { newChats: { perMinute, capsByAge } },
      })
      ;({ admin, foreigner } = await people(pg, gateway.url))
      await expectSession(line)
      await driver.says(line, { kind: 'connected', number: '5511400289220' })
      await statusIs(admin, line, 'CONNECTED')
    }

    it('is not made unless an administrator turns it on for the connection', async () => {
      await begin(100)
      expect(await refusal(check(1))).toBe('ERR_WAPP_CHECK_HELD')
      expect((await lanes()).checksNumbers).toBe(false)
      await turnOn()
      expect((await lanes()).checksNumbers).toBe(true)
      expect(await check(1)).toMatchObject({ exists: true })
      const theirs = await connect(foreigner, '5511400289221')
      expect(await refusal(check(2, beta))).toBe('ERR_WAPP_CHECK_HELD')
      await turnOn(foreigner, theirs)
      expect(await check(2, beta)).toMatchObject({ exists: true })
      expect(driver.asked).toEqual([`check ${number(1)}`, `check ${number(2)}`])
    })

    it('takes the place of a new chat, at its pace and under its cap', async () => {
      await begin(2)
      await turnOn()
      await check(1)
      expect(await refusal(check(2))).toBe('ERR_WAPP_CHECK_HELD')
      clock.advance(MINUTE)
      await check(2)
      clock.advance(MINUTE)
      expect(await refusal(check(3))).toBe('ERR_WAPP_CHECK_HELD')
      expect((await lanes()).newChats).toMatchObject({ begun: 2, cap: 2 })
      expect(driver.asked).toEqual([`check ${number(1)}`, `check ${number(2)}`])
      await asksToSend(gateway, {
        messageId: messageUuid(1),
        connectionId: line,
        number: number(1),
        body: 'the chat was counted with its check',
      })
      await waitFor(() => driver.sent.length > 0)
      expect(driver.sent).toEqual(['the chat was counted with its check'])
      // One that is not acknowledged would be a new chat that waits for its next try.
      await driver.accepts(line)
      await waitFor(async () => (await lanes()).waitingAgent === 0)
      clock.advance(24 * 60 * MINUTE)
      expect(await check(3)).toMatchObject({ exists: true })
    })

    it('waits for messages that begin a chat', async () => {
      await begin(100)
      await admin('PUT', `/whatsapp/${line}/lanes`, { checksNumbers: true, perMinute: 1 })
      for (const index of [5, 6])
        await asksToSend(gateway, {
          messageId: messageUuid(index),
          connectionId: line,
          number: number(index),
          body: `chat ${index}`,
          lane: OutboundLane.OUTBOUND_LANE_CAMPAIGN,
        })
      await waitFor(() => driver.sent.length === 1)
      // Another chat may begin, but the campaign's message waits for its own pace.
      clock.advance(5_000)
      expect(await refusal(check(7))).toBe('ERR_WAPP_CHECK_HELD')
      expect(driver.asked).toEqual([])
    })
  })

  describe('a profile picture', () => {
    const fetchKey = async (number = ANA, companyId = acme, connection = line) =>
      (await ask<{ key: string }>('fetchPicture', { companyId, connectionId: connection, number })).key
    const readBytes = async (key: string) => {
      const chunks: Buffer[] = []
      for await (const chunk of (await gateway.ports.blobs.get(key))!) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    }

    it('is kept with the company’s media and asked for once a day, by any number of callers', async () => {
      driver.script.picture = () => JPEG
      const keys = await Promise.all([fetchKey(), fetchKey(), fetchKey()])
      expect(new Set(keys).size).toBe(1)
      expect(keys[0]).toMatch(/^companies\/1\/\d{4}\/\d\d\/[0-9a-f]{32}\.jpg$/)
      expect(await readBytes(keys[0]!)).toEqual(JPEG)
      clock.advance(23 * 60 * MINUTE)
      expect(await fetchKey()).toBe(keys[0])
      expect(driver.asked).toEqual([`picture ${ANA}@s.whatsapp.net`])
    })

    it('stays when unnamed files are swept, and goes when a crash left it before it was saved', async () => {
      driver.script.picture = () => JPEG
      const { blobs } = gateway.ports
      const put = blobs.put.bind(blobs)
      let lost = ''
      blobs.put = async (key, ...rest) => {
        lost = key
        await put(key, ...rest)
        throw new Error('killed')
      }
      expect(await refusal(fetchKey())).toBe('ERR_INTERNAL')
      blobs.put = put
      const kept = await fetchKey()
      clock.advance(25 * 60 * MINUTE)
      const sweep = gateway.service.jobs.find(({ name }) => name === 'messaging-gateway.sweep-blobs')
      await sweep?.run(new AbortController().signal)
      expect(await blobs.info(lost)).toBeUndefined()
      expect(await readBytes(kept)).toEqual(JPEG)
      expect(await pg.sql(`SELECT key FROM ${SCHEMA}.pending_blobs`)).toEqual([])
    })

    it('keeps its key while it stays the same, and gives the old object up a day after it changed', async () => {
      driver.script.picture = () => JPEG
      const first = await fetchKey()
      clock.advance(24 * 60 * MINUTE)
      expect(await fetchKey()).toBe(first)
      driver.script.picture = () => other
      clock.advance(24 * 60 * MINUTE)
      const second = await fetchKey()
      expect(second).not.toBe(first)
      expect(await readBytes(first)).toEqual(JPEG)
      clock.advance(24 * 60 * MINUTE)
      expect(await fetchKey()).toBe(second)
      expect(await gateway.ports.blobs.info(first)).toBeUndefined()
      expect(await readBytes(second)).toEqual(other)
    })

    it.each([
      ['none', () => undefined],
      ['one that is no image', () => Buffer.from('<svg onload="alert(1)"/>')],
      ['one that is far too large', () => Buffer.concat([JPEG, Buffer.alloc(1024 * 1024)])],
    ])('that is %s is not asked for again that day', async (_what, picture) => {
      driver.script.picture = picture
      expect(await fetchKey()).toBe('')
      driver.script.picture = () => JPEG
      expect(await fetchKey()).toBe('')
      clock.advance(24 * 60 * MINUTE)
      expect(await fetchKey()).not.toBe('')
    })

    it('of a group goes by its own name; a session that is away is no answer', async () => {
      driver.script.picture = () => JPEG
      await fetchKey('120363@g.us')
      expect(driver.asked).toEqual(['picture 120363@g.us'])
      driver.script.picture = () => {
        throw new AppError('ERR_WAPP_NOT_INITIALIZED')
      }
      expect(await refusal(fetchKey())).toBe('ERR_UNAVAILABLE')
      driver.script.picture = () => JPEG
      expect(await fetchKey()).not.toBe('')
    })

    it('of one company is not another’s', async () => {
      driver.script.picture = () => JPEG
      const own = await fetchKey()
      const theirLine = await connect(foreigner, '5521400289220')
      const theirs = await fetchKey(ANA, beta, theirLine)
      expect(theirs).toMatch(/^companies\/2\//)
      expect(theirs).not.toBe(own)
      expect(await refusal(fetchKey(ANA, beta, line))).toBe('ERR_NO_WAPP_FOUND')
    })
  })

  it('is who takes part in a group', async () => {
    const group = {
      subject: 'Obra',
      participants: [{ number: ANA, lid: '77', isAdmin: true }],
    }
    driver.script.group = (jid) => {
      if (jid !== '120363@g.us') throw new AppError('ERR_NO_CONTACT_FOUND')
      return group
    }
    const of = (remoteJid: string) => ask('getGroup', { companyId: acme, connectionId: line, remoteJid })
    expect(await of('120363@g.us')).toEqual(group)
    expect(await refusal(of('999@g.us'))).toBe('ERR_NO_CONTACT_FOUND')
    expect(
      await refusal(ask('getGroup', { companyId: beta, connectionId: line, remoteJid: '120363@g.us' })),
    ).toBe('ERR_NO_WAPP_FOUND')
  })

  it('is the address book, by name, of the own phone; it goes when the phone goes', async () => {
    const book = new PgAddressBookStore()
    const save = (company: typeof acme, connection: number, entries: { number: string; name: string }[]) =>
      gateway.ports.db.withTenant(company, (tx) =>
        book.save(tx, company, connectionId(connection), { entries, now: clock.now() }),
      )
    await save(acme, line, [
      { number: ANA, name: 'ana' },
      { number: '5511999990002', name: 'Zeca' },
    ])
    await save(acme, line, [{ number: '5511999990002', name: 'Beto' }])
    await save(beta, line, [{ number: '5521999990009', name: 'Alheio' }])
    const list = () => ask<{ entries: object[] }>('listAddressBook', { companyId: acme, connectionId: 0 })
    expect((await list()).entries).toEqual([
      { number: ANA, name: 'ana' },
      { number: '5511999990002', name: 'Beto' },
    ])
    await driver.says(line, { kind: 'closed', reason: 'logged-out' })
    await statusIs(admin, line, 'DISCONNECTED')
    expect((await list()).entries).toEqual([])
    expect(await pg.sql(`SELECT name FROM ${SCHEMA}.address_book`)).toEqual([{ name: 'Alheio' }])
  })
})
