import { randomBytes } from 'node:crypto'

import type { MessageEvent } from '@balcao/contracts'
import { freePort, needsEngines, openAgent, temporaryFolder, type TestAgent } from '@balcao/testkit'

import { PASSWORD, until, createWholeCompany, type WholeCompany } from './support/company'
import { findLeaks } from './support/find-leaks'
import { parseSpans, type Span } from './support/otlp-spans'
import { spawnDesk } from './support/spawn-desk'
import { startCluster } from './support/start-cluster'
import { startCollector } from './support/telemetry-collector'

/* One story, reconstructed from exported spans, for each event transport. */

interface Watched {
  url: string
  /** The metrics addresses. */
  metricsUrls: readonly string[]
  output(): string
  stop(): Promise<unknown>
}

const canary = (name: string): string => `canario-${name}-${randomBytes(8).toString('hex')}`
const NUMBER = '5511999990123'

const tracing = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_BSP_SCHEDULE_DELAY: '100',
  LOG_LEVEL: 'debug',
  RATE_LIMIT_FACTOR: '0',
})

async function cluster(collectorUrl: string, withEngines: boolean): Promise<Watched> {
  const processes = await startCluster({ withEngines, env: tracing(collectorUrl) })
  return {
    url: processes.url,
    metricsUrls: processes.pods.map(({ opsUrl }) => opsUrl),
    output: () => processes.pods.map((pod) => pod.output()).join('\n'),
    stop: () => processes.stop(),
  }
}

async function startStandalone(collectorUrl: string): Promise<Watched> {
  const dataDir = await temporaryFolder('telemetry')
  const desk = await spawnDesk({ dataDir, port: await freePort(), env: tracing(collectorUrl) })
  return { ...desk, metricsUrls: [desk.opsUrl()] }
}

const shapes = [
  { title: 'a single machine', over: needsEngines(), start: startStandalone, engines: ['postgres'] },
  {
    title: 'six processes with Postgres alone',
    over: needsEngines(),
    start: (url: string) => cluster(url, false),
    engines: ['postgres'],
  },
  {
    title: 'six processes with every engine',
    over: needsEngines('kafka', 'redis', 'mongo', 's3'),
    start: (url: string) => cluster(url, true),
    engines: ['kafka', 'mongo', 'postgres', 'redis', 's3'],
  },
]

for (const { title, over, start, engines } of shapes) {
  over(`the telemetry of ${title}`, () => {
    let collector: Awaited<ReturnType<typeof startCollector>>
    let desk: Watched
    let company: WholeCompany
    let agent: TestAgent
    const said = canary('message')

    beforeAll(async () => {
      collector = await startCollector()
      desk = await start(collector.url)
      company = await createWholeCompany(desk.url, canary('name'), '5511999990124')
      agent = await openAgent(desk.url, company.email, PASSWORD)
    })

    afterAll(async () => {
      agent.socket.disconnect()
      await desk.stop()
      await collector.stop()
    })

    const spans = () => parseSpans(collector.sinks)
    const spanWhere = (what: string, isIt: (span: Span) => boolean) =>
      until(() => Promise.resolve(spans().find(isIt)), what)
    const findChild = (parent: Span, name: RegExp) =>
      spanWhere(
        `${name.source} under ${parent.name}`,
        (span) => span.parentId === parent.spanId && span.traceId === parent.traceId && name.test(span.name),
      )
    const writtenBy = (service: string) =>
      title.startsWith('six') ? `balcao-${service}` : 'balcao-standalone'

    it('is one trace from the phone’s message to the agent’s socket', async () => {
      const before = new Set(spans().map(({ traceId }) => traceId))
      const messages = [{ connection: company.connection.id, number: NUMBER, name: 'Helena', body: said }]
      expect((await agent.call('POST', '/simulator/inbound', { messages })).status).toBeLessThan(300)
      await until(
        async () =>
          agent
            .heard<MessageEvent>('appMessage')
            .find((event) => 'message' in event && event.message.body === said),
        'the agent to hear it',
      )
      const phone = await spanWhere(
        'the phone’s message',
        ({ name, traceId }) => name === 'phone message' && !before.has(traceId),
      )
      expect(phone).toMatchObject({ service: writtenBy('messaging-gateway'), parentId: '' })
      const taken = await findChild(phone, /^consume tickets\./)
      expect(taken.service).toBe(writtenBy('tickets'))
      const fed = await findChild(taken, /^consume realtime\.feed-tickets$/)
      expect(fed.service).toBe(writtenBy('realtime'))
      expect(await findChild(fed, /^emit feed row$/)).toMatchObject({ service: writtenBy('realtime') })
    })

    it('is one trace from an agent’s request over calls and events to the phone’s service', async () => {
      const traceId = randomBytes(16).toString('hex')
      const spanId = randomBytes(8).toString('hex')
      const response = await fetch(`${desk.url}/messages/${company.ticket.id}?page=${canary('query')}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${agent.token}`,
          'content-type': 'application/json',
          traceparent: `00-${traceId}-${spanId}-01`,
        },
        body: JSON.stringify({ body: said }),
      })
      expect(response.status).toBe(200)
      const request = await spanWhere('the request', (span) => span.parentId === spanId)
      expect(request).toMatchObject({
        traceId,
        service: writtenBy('tickets'),
        name: 'POST /messages/:ticketId',
        attributes: { 'http.route': '/messages/:ticketId' },
      })
      const queued = await findChild(request, /^consume gateway\.|^consume messaging-gateway\./)
      expect(queued.service).toBe(writtenBy('messaging-gateway'))
      // A log line written during the request contains its trace.
      await until(
        () => Promise.resolve(desk.output().includes(`"trace_id":"${traceId}"`) || undefined),
        'the trace in the log',
      )
    })

    it('continues in the callee of a call', async () => {
      const isAnswered = (call: Span) =>
        call.name.startsWith('call ') &&
        spans().some(
          (answer) =>
            answer.parentId === call.spanId &&
            answer.traceId === call.traceId &&
            answer.name === `rpc ${call.attributes['rpc.method']}`,
        )
      await spanWhere('a call and its answer', isAnswered)
    })

    it('counts requests, calls, groups, outboxes, pools, leases, sessions and engines', async () => {
      const scraped = await until(async () => {
        const texts = await Promise.all(
          desk.metricsUrls.map(async (url) => (await fetch(`${url}/metrics`)).text()),
        )
        // The instrumentation scope is not one of our labels.
        const text = texts.join('\n').replace(/,?otel_scope_name="balcao"/g, '')
        const isWhole = engines.every((engine) => text.includes(`balcao_engine_up{engine="${engine}"} 1`))
        return isWhole ? text : undefined
      }, 'every engine to be there')
      const lines = [
        /^balcao_http_request_ms_count\{[^}]*route="\/messages\/:ticketId"/m,
        /^balcao_rpc_client_ms_count\{[^}]*code="OK"/m,
        /^balcao_rpc_server_ms_count\{[^}]*code="OK"/m,
        /^balcao_event_handle_ms_count\{group="realtime\.feed-tickets"/m,
        /^balcao_emission_delay_ms_count/m,
        /^balcao_outbox_unsent\{schema="tickets"\} \d+/m,
        /^balcao_outbox_age_seconds\{schema="tickets"\} \d+/m,
        /^balcao_dead_events_kept\{schema="tickets"\} 0/m,
        /^balcao_db_waiting\{schema="tickets"\} \d+/m,
        /^balcao_leases_held\{kind="session"\} [1-9]/m,
        /^balcao_whatsapp_sessions\{state="connected"\} [1-9]/m,
        /^balcao_whatsapp_sessions_wanted(\{\})? [1-9]/m,
        /^balcao_ready(\{\})? 1/m,
      ]
      for (const line of lines) expect(scraped).toMatch(line)
    })

    it('contains no personal data', async () => {
      const needle = (text: string) => ({ name: text, kind: 'word' as const, bytes: Buffer.from(text) })
      const needles = [said, NUMBER, 'canario-query', 'canario-name', agent.token, PASSWORD].map(needle)
      const output = { kind: 'output' as const, name: 'of the processes', data: Buffer.from(desk.output()) }
      expect(findLeaks([...collector.sinks, output], needles)).toEqual([])
      for (const { name, attributes } of spans())
        expect(`${name} ${Object.values(attributes).join(' ')}`).not.toMatch(/\?|:\/\//)
    })
  })
}
