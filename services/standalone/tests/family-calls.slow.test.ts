import type { ConnectionView, LoginAnswer, TicketView } from '@balcao/contracts'
import { TEST_PASSWORD, type TestDesk } from '@balcao/testkit'

import { changeCompany } from './support/change-company'
import { familyCalls, type FamilyCall, type Ids } from './support/family'
import { startDesk } from './support/start-desk'

/* Each call as its page makes it, one after the other: without our clients' preference for strict handling. */

let desk: TestDesk
const ids: Ids = { password: TEST_PASSWORD, agentEmail: 'ana@demo.test' }
const tokens: Record<'admin' | 'agent' | 'super', string> = { admin: '', agent: '', super: '' }

interface Answer {
  status: number
  body: unknown
}

async function send({ call, as = 'admin', body }: Omit<FamilyCall, 'edition'>): Promise<Answer> {
  const [method = '', path = ''] = call
    .replace(/\{(\w+)\}/g, (_all, name: string) => String(ids[name]))
    .split(' ')
  const given = body?.(ids)
  const isForm = given instanceof FormData
  const response = await fetch(desk.url + path, {
    method,
    headers: {
      ...(as === 'nobody' ? {} : { authorization: `Bearer ${tokens[as]}` }),
      ...(given === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(given === undefined ? {} : { body: isForm ? given : JSON.stringify(given) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const readAt = (body: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], body) as number

/* Which of a path's fields are not there. */
function listMissing(value: unknown, path: string): string[] {
  const [step = '', ...rest] = path.split('.')
  const name = step.replace('[]', '')
  const found = name === '' ? value : (value as Record<string, unknown> | null | undefined)?.[name]
  if (found === undefined) return [path]
  if (!step.endsWith('[]')) return rest.length === 0 ? [] : listMissing(found, rest.join('.'))
  if (!Array.isArray(found) || found.length === 0) return [`${path} (empty)`]
  return rest.length === 0 ? [] : found.flatMap((item) => listMissing(item, rest.join('.')))
}

beforeAll(async () => {
  desk = await startDesk({
    // Pix charges by the simulated provider.
    env: { DEMO: 'minimal', HOST: '127.0.0.1' },
    staff: {
      ana: { queues: ['Vendas'], allTicket: true },
      root: { profile: 'admin', super: true },
    },
  })
  const phone = await desk.phone('5511988887777', 'Helena')
  await phone.says('chegou?')
  await desk.settle()
  ids.company = desk.demo.id
  ids.queue = desk.demo.queues.Vendas ?? 0
  for (const [role, name] of [
    ['admin', 'admin'],
    ['agent', 'ana'],
    ['super', 'root'],
  ] as const) {
    const agent = await desk.agent(name)
    tokens[role] = agent.token
    ids[role] = agent.userId
  }
  const plan = await send({ call: 'GET /companies/listPlan/{company}' })
  ids.plan = (plan.body as { plan: { id: number } }).plan.id
  const { body } = await send({ call: 'GET /tickets?status=pending&showAll=true' })
  const [ticket] = (body as { tickets: TicketView[] }).tickets
  ids.ticket = ticket?.id ?? 0
  ids.uuid = ticket?.uuid ?? ''
  ids.contact = ticket?.contact.id ?? 0
  ids.connection = ((await send({ call: 'GET /whatsapp' })).body as ConnectionView[])[0]?.id ?? 0
  await send({ call: 'PUT /tickets/{ticket}', body: ({ queue }) => ({ queueId: queue }) })
  await changeCompany(
    desk,
    desk.demo.id,
    `due_at = '2099-12-01', recurrence = 'MENSAL', revision = revision + 1`,
  )
  await desk.settle()
  // Makes the invoice that the pages list.
  await send({ call: 'POST /subscription', body: () => ({}) })
  await desk.settle()
})

describe('a call of the family’s pages', () => {
  it.each(familyCalls.map((row) => [row.edition, row.as ?? 'admin', row.call, row] as const))(
    '%s, as %s: %s',
    async (_edition, _as, _call, row) => {
      const { status, body } = await send(row)
      expect([status, status < 300 ? '' : body]).toEqual([expect.any(Number), ''])
      expect((row.reads ?? []).flatMap((path) => listMissing(body, path))).toEqual([])
      if (row.makes) ids[row.makes] = readAt(body, row.at ?? 'id')
      if (row.call === 'POST /auth/login') tokens.agent = (body as LoginAnswer).token
      const sent = (body as { messages?: { id: string }[] } | undefined)?.messages
      if (row.call === 'POST /messages/{ticket}' && ids.message === undefined)
        ids.message = sent?.[0]?.id ?? ''
      // A line that nobody scanned is never at rest.
      if (!row.call.includes(' /whatsapp')) await desk.settle()
    },
  )
})
