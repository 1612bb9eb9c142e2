import type {
  ConnectionView,
  DeadEventView,
  MessageEvent,
  MessagesPage,
  QueueView,
  ScheduleView,
  TicketView,
} from '@balcao/contracts'
import { serviceNames } from '@balcao/platform'
import {
  createCaller,
  needsEngines,
  openAgent,
  type Call,
  type TestAgent,
  type TestDatabase,
} from '@balcao/testkit'

import { createApiCall, PASSWORD, signUp, until } from './support/company'
import { startCluster, SUPER, type TestCluster } from './support/start-cluster'

/* A day at the desk on six processes, through the front proxy. */

const NUMBER = '5511999990000'

interface NetworkItem {
  number: string
  id: string
  body: string
  sightings: number
}

class Story {
  agent!: TestAgent
  connection!: number
  ticket!: TicketView
  readonly email = 'dona@loja.test'
  readonly anonymous: Call

  constructor(readonly cluster: TestCluster) {
    this.anonymous = createCaller(cluster.url)
  }

  async openShop(): Promise<void> {
    await signUp(this.cluster.url, { name: 'Loja', email: this.email })
    this.agent = await openAgent(this.cluster.url, this.email, PASSWORD)
    const { call } = this.agent
    await call<QueueView>('POST', '/queue', { name: 'Vendas', color: '#123456' })
    const { body } = await call<ConnectionView>('POST', '/whatsapp', { name: 'Zap', isDefault: true })
    this.connection = body.id
    const state = async () => (await call<ConnectionView>('GET', `/whatsapp/${body.id}`)).body
    await until(async () => (await state()).qrcode || undefined, 'a QR code')
    await this.anonymous('POST', `/simulator/connections/${body.id}/scan`, {})
    await until(async () => (await state()).status === 'CONNECTED' || undefined, 'the session')
  }

  says = async (message: Record<string, unknown>) => {
    const messages = [{ connection: this.connection, number: NUMBER, name: 'Helena', ...message }]
    expect((await this.anonymous('POST', '/simulator/inbound', { messages })).status).toBeLessThan(300)
  }

  got = async (): Promise<NetworkItem[]> => {
    const path = `/simulator/outbound?connection=${this.connection}`
    return (await this.anonymous<{ items: NetworkItem[] }>('GET', path)).body.items
  }

  gets = (text: string) =>
    until(async () => (await this.got()).find(({ body }) => body.includes(text)), `the phone to get ${text}`)

  hears = (text: string) =>
    until(
      async () =>
        this.agent
          .heard<MessageEvent>('appMessage')
          .find((event) => 'message' in event && event.message.body === text),
      `the agent to hear ${text}`,
    )

  page = async () => (await this.agent.call<MessagesPage>('GET', `/messages/${this.ticket.id}`)).body.messages
}

/* First step of a rolling update: the next release's migrations have run, and this one serves on the migrated schema. */
async function growSchema({ pg }: TestCluster): Promise<void> {
  const tables = await pg.sql<{ name: string }>(
    // A partition gets its columns from its table.
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
    [serviceNames.map((name) => name.replace('-', '_'))],
  )
  expect(tables.length).toBeGreaterThan(60)
  for (const { name } of tables)
    await pg.sql(`ALTER TABLE ${name} ADD COLUMN of_next_release jsonb NOT NULL DEFAULT '{}'`)
  await pg.sql(`INSERT INTO billing.migrations (name) VALUES ('29991231T000000-of-next-release')`)
}

const shapes = [
  { title: 'with Postgres alone', over: needsEngines() },
  { title: 'on the schema of the next release', over: needsEngines(), isNext: true },
  { title: 'with every engine', over: needsEngines('kafka', 'redis', 'mongo', 's3'), withEngines: true },
  {
    title: 'with every engine and a database for each service',
    over: needsEngines('kafka', 'redis', 'mongo', 's3'),
    withEngines: true,
    withOwnDatabases: true,
  },
  {
    title: 'with every engine and companies on two primaries',
    over: needsEngines('kafka', 'redis', 'mongo', 's3'),
    withEngines: true,
    withTwoPrimaries: true,
  },
]

for (const { title, over, isNext = false, ...more } of shapes) {
  over(`six processes ${title}`, () => {
    let story: Story

    beforeAll(async () => {
      story = new Story(await startCluster(more))
      if (isNext) await growSchema(story.cluster)
      await story.openShop()
    })

    afterAll(async () => {
      story.agent.socket.disconnect()
      await story.cluster.stop()
    })

    it('bring a customer’s message to the agent’s screen, and the answer to the phone, once', async () => {
      await story.says({ body: 'oi, tem camiseta?' })
      await story.hears('oi, tem camiseta?')
      const { call, userId } = story.agent
      const { body } = await call<{ tickets: TicketView[] }>('GET', '/tickets?status=pending&showAll=true')
      story.ticket = body.tickets[0]!
      const accepted = { status: 'open', userId, expectedStatus: 'pending' }
      expect((await call('PUT', `/tickets/${story.ticket.id}`, accepted)).status).toBe(200)
      expect((await call('POST', `/messages/${story.ticket.id}`, { body: 'temos sim' })).status).toBe(200)
      expect(await story.gets('temos sim')).toMatchObject({ sightings: 1 })
      await until(
        async () => (await story.page()).some(({ fromMe, ack }) => fromMe && ack > 0) || undefined,
        'the tick',
      )
    })

    it('carry files up and down', async () => {
      const form = new FormData()
      form.append('body', 'a tabela')
      form.append('medias', new Blob(['%PDF-1.4 tabela'], { type: 'application/pdf' }), 'tabela.pdf')
      const call = createApiCall(story.cluster.url, story.agent.token)
      expect((await call('post', `/messages/${story.ticket.id}`, form)).status).toBe(200)
      await story.gets('a tabela')
      const base64 = Buffer.from('%PDF-1.4 comprovante').toString('base64')
      await story.says({ media: { name: 'pix.pdf', mimeType: 'application/pdf', base64 } })
      const links = await until(async () => {
        const urls = (await story.page()).flatMap(({ mediaUrl }) => mediaUrl ?? [])
        return urls.length === 2 ? urls : undefined
      }, 'both files in the ticket')
      const texts = await Promise.all(links.map(async (link) => (await call<string>('get', link)).body))
      expect(texts.sort()).toEqual(['%PDF-1.4 comprovante', '%PDF-1.4 tabela'])
    })

    it('send what was scheduled, over two services', async () => {
      const { call } = story.agent
      const sendAt = new Date(Date.now() + 1_000).toISOString()
      const input = { body: 'lembrete da troca', sendAt, contactId: story.ticket.contactId }
      const { body } = await call<ScheduleView>('POST', '/schedules', input)
      await story.gets('lembrete da troca')
      await until(
        async () =>
          (await call<ScheduleView>('GET', `/schedules/${body.id}`)).body.status === 'ENVIADA' || undefined,
        'the schedule to be done',
      )
    })

    it('show operators what was given up anywhere, and only to them', async () => {
      const [event] = await story.cluster
        .databaseOf('auth')
        .sql<{ row: object }>(
          `SELECT to_jsonb(o) AS row FROM auth.outbox o WHERE type = 'userChanged' LIMIT 1`,
        )
      const [dead] = await story.cluster.databaseOf('billing').sql<{ id: number }>(
        `INSERT INTO billing.dead_events (consumer, event_id, company_id, ordering_key, topic, type, body, attempts, error)
         SELECT 'billing.directory', id, company_id, ordering_key, topic, type, body, 5, 'a bad day'
         FROM jsonb_to_record($1) AS o (id uuid, company_id int, ordering_key text, topic text, type text, body jsonb) RETURNING id`,
        [JSON.stringify(event?.row)],
      )
      expect((await story.agent.call('GET', '/dead-events')).status).toBe(403)
      const sofia = await openAgent(story.cluster.url, SUPER.email, SUPER.password)
      sofia.socket.disconnect()
      const list = async () =>
        (await sofia.call<{ deadEvents: DeadEventView[]; unavailable: string[] }>('GET', '/dead-events')).body
      expect(await list()).toMatchObject({
        deadEvents: [{ id: `billing.${dead?.id}`, service: 'billing' }],
        unavailable: [],
      })
      const replayed = await sofia.call('POST', `/dead-events/billing.${dead?.id}/replay`)
      expect(replayed.body).toEqual({ handled: true })
      expect((await list()).deadEvents).toEqual([])
      const billing = story.cluster.pod('billing')
      await billing.stop('SIGKILL')
      expect((await list()).unavailable).toEqual(['billing'])
      await billing.start()
      await until(async () => (await list()).unavailable.length === 0 || undefined, 'billing to answer again')
    })

    it('lose nothing when one of them is killed', async () => {
      const tickets = story.cluster.pod('tickets')
      await tickets.stop('SIGKILL')
      for (const body of ['um', 'dois', 'três']) await story.says({ body })
      await tickets.start()
      await story.hears('três')
      const received = (await story.page()).filter(({ fromMe }) => !fromMe).map(({ body }) => body)
      expect(received.slice(-3)).toEqual(['um', 'dois', 'três'])
    })

    const comeBack = async ({ admin }: TestDatabase, may: boolean) => {
      await story.cluster.pg.sql(`ALTER DATABASE ${admin.database} ALLOW_CONNECTIONS ${may}`)
      await story.cluster.pg.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${admin.database}'`,
      )
    }

    const goOnWithoutOne = async () => {
      const own = story.cluster.databaseOf('tickets')
      await comeBack(own, false)
      expect(await story.agent.call('GET', '/tickets')).toMatchObject({
        status: 503,
        body: { error: 'ERR_UNAVAILABLE' },
      })
      // Of auth, campaigns, billing, the gateway.
      for (const path of ['/auth/me', '/schedules', '/subscription', '/whatsapp'])
        expect([path, (await story.agent.call('GET', path)).status]).toEqual([path, 200])
      await story.says({ body: 'ainda aí?' })
      await comeBack(own, true)
      await story.hears('ainda aí?')
    }
    if (more.withOwnDatabases)
      it('go on but for one while its database is away, and lose nothing', goOnWithoutOne)

    const goOnWithoutPrimary = async (b: TestDatabase) => {
      const companies = await b.sql<{ count: number }>(
        'SELECT count(DISTINCT company_id) AS count FROM tickets.tickets',
      )
      expect(companies).toEqual([{ count: 1 }])
      expect(await story.cluster.pg.sql('SELECT FROM tickets.tickets')).toEqual([])
      const sofia = await openAgent(story.cluster.url, SUPER.email, SUPER.password)
      const queue = async (name: string) =>
        (await sofia.call('POST', '/queue', { name, color: `#${name.length}23456` })).status
      expect(await queue('Vendas')).toBe(200)
      // Wherever it is on its way, it is not lost.
      await story.says({ body: 'ainda aí?' })
      await comeBack(b, false)
      for (const path of ['/tickets', '/schedules', '/whatsapp'])
        expect(await story.agent.call('GET', path)).toMatchObject({
          status: 503,
          body: { error: 'ERR_UNAVAILABLE' },
        })
      expect((await story.agent.call('GET', '/auth/me')).status).toBe(200)
      for (const path of ['/tickets', '/schedules', '/whatsapp'])
        expect([path, (await sofia.call('GET', path)).status]).toEqual([path, 200])
      // Events of the others go on, too.
      expect(await queue('Suporte')).toBe(200)
      await until(async () => sofia.heard('queue').length > 1 || undefined, 'the other company’s screen')
      for (const { opsUrl } of story.cluster.pods) expect((await fetch(`${opsUrl}/readyz`)).status).toBe(200)
      await comeBack(b, true)
      await story.hears('ainda aí?')
      sofia.socket.disconnect()
    }
    if (more.withTwoPrimaries)
      it('stop one company while its primary is away, no other one, and lose nothing', () =>
        goOnWithoutPrimary(story.cluster.primaryB!))

    it('keep probes and metrics at a port of their own', async () => {
      for (const { url, opsUrl } of story.cluster.pods) {
        expect((await fetch(`${opsUrl}/metrics`)).status).toBe(200)
        for (const path of ['/metrics', '/readyz']) expect((await fetch(`${url}${path}`)).status).toBe(404)
        expect((await fetch(`${opsUrl}/tickets`)).status).toBe(404)
      }
      expect((await fetch(`${story.cluster.url}/metrics`)).status).toBe(404)
    })

    it('document every route at one place', async () => {
      const { body } = await story.anonymous<{ paths: object }>('GET', '/docs/openapi.json')
      const paths = Object.keys(body.paths)
      expect(paths).toEqual(expect.arrayContaining(['/auth/login', '/tickets', '/schedules', '/whatsapp']))
    })

    it('end the first session of who logs in again', async () => {
      const first = story.agent
      const again = await openAgent(story.cluster.url, story.email, PASSWORD)
      await until(async () => (await first.call('GET', '/auth/me')).status === 401 || undefined, 'the end')
      await until(async () => first.socket.disconnected || undefined, 'the old socket to be closed')
      expect(first.heard('auth')).toMatchObject([{ reason: 'takeover' }])
      story.agent = again
    })

    it('go within their grace, with nothing to say', async () => {
      const codes = await Promise.all(story.cluster.pods.map((pod) => pod.stop()))
      expect(codes).toEqual(story.cluster.pods.map(() => 0))
    })
  })
}
