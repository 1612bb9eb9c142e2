import { GetEntitlementsResponse } from '@balcao/contracts/wire'
import { MINUTE, type Session } from '@balcao/kernel'
import { readOutbox, type TestDatabase, type TestPorts } from '@balcao/testkit'

import { A, B, idOf, listen, openDesk, openTeams, type Desk, type Http } from './support'

/* Each job has a thousand due rows of company 2 before it, and none of them can be done. */
const STUCK = 1_000

let pg: TestDatabase
let desk: Desk
let http: Http
let admin: Session
let stranger: Session
let isStuck = true
let isBarred = false

/* While company 2 is stuck, its transactions fail. */
const wrap = (ports: TestPorts): TestPorts => ({
  ...ports,
  db: {
    asPlatform: (work, of) => ports.db.asPlatform(work, of),
    onEachPrimary: (work) => ports.db.onEachPrimary(work),
    withTenant: (company, work) =>
      company === B && isStuck ? Promise.reject(new Error('stuck')) : ports.db.withTenant(company, work),
  },
  rpc: {
    ...ports.rpc,
    billing: {
      ...ports.rpc.billing,
      getEntitlements: async ({ companyId }) =>
        GetEntitlementsResponse.fromPartial({
          plan: { id: 1, useSchedules: true, useCampaigns: companyId !== B || !isBarred },
        }),
    },
  },
})

beforeAll(async () => ({ pg, admin, stranger } = await openTeams()))
beforeEach(async () => {
  await pg.empty('campaigns.campaigns', 'campaigns.contact_lists', 'campaigns.schedules', 'campaigns.outbox')
  ;[isStuck, isBarred] = [false, false]
  desk = openDesk(pg, { wrap })
  http = await listen(desk.service)
})
afterEach(() => http.close())

const run = (name: string) =>
  desk.service.jobs.find((job) => job.name === `campaigns.${name}`)!.run(new AbortController().signal)

const create = async (path: string, body: object, session = admin) => {
  const answer = await http.ask(session, 'POST', path, body)
  expect(answer.status).toBe(200)
  return idOf(answer)
}

const earlier = () => new Date(desk.ports.clock.now().getTime() - MINUTE).toISOString()

/* A thousand rows of company 2 that are as this one, but for some columns. */
async function copy(table: string, id: number, columns: string): Promise<void> {
  await pg.sql(
    `INSERT INTO campaigns.${table} SELECT r.* FROM campaigns.${table} t, generate_series(1, $2) n,
       jsonb_populate_record(t, jsonb_build_object('id', t.id + n, 'company_id', 2) || jsonb_build_object(${columns})) r
     WHERE t.id = $1`,
    [id, STUCK],
  )
  await pg.sql(
    `SELECT setval(pg_get_serial_sequence('campaigns.${table}', 'id'), (SELECT max(id) FROM campaigns.${table}))`,
  )
}

const createCampaign = async () => {
  const list = await create('/contact-lists', { name: 'Clientes' })
  const person = { name: 'Ana', number: '5511987650001', contactListId: list }
  await create('/contact-list-items', person)
  await pg.sql(`UPDATE campaigns.contact_list_items SET validity = 'valid', check_at = NULL`)
  const message = { name: 'Natal', message1: 'Oi!', whatsappId: 1, contactListId: list }
  return create('/campaigns', { ...message, scheduledAt: earlier() })
}

const requests = async () =>
  (await readOutbox(pg, 'campaigns')).filter(({ body }) => body.$case === 'campaignMessageRequested')

async function createCampaignsOfBoth(): Promise<void> {
  const template = await createCampaign()
  await copy('campaigns', template, `'search_text', ''`)
  await pg.sql('DELETE FROM campaigns.campaigns WHERE company_id = 1')
  await createCampaign()
}

describe('behind a thousand due rows of another company that cannot be done', () => {
  it('a campaign begins', async () => {
    await createCampaignsOfBoth()
    isStuck = true
    await expect(run('run')).rejects.toMatchObject({ errors: { length: STUCK } })
    expect(await requests()).toHaveLength(1)
  })

  it('a campaign begins, when the other company may not run any', async () => {
    await createCampaignsOfBoth()
    isBarred = true
    await run('run')
    expect((await requests()).map(({ companyId }) => companyId)).toEqual([A])
  })

  it('a campaign announces its progress', async () => {
    await createCampaignsOfBoth()
    await pg.sql('UPDATE campaigns.campaigns SET unannounced = true')
    isStuck = true
    await expect(run('announce')).rejects.toMatchObject({ errors: { length: STUCK } })
    expect(await pg.sql('SELECT DISTINCT company_id FROM campaigns.campaigns WHERE unannounced')).toEqual([
      { company_id: B },
    ])
  })

  it('a schedule is sent', async () => {
    const schedule = { body: 'Olá, Carla', sendAt: desk.ports.clock.now().toISOString(), contactId: 5 }
    await copy(
      'schedules',
      await create('/schedules', schedule),
      `'contact_id', 1000 + n, 'due_at', t.due_at - interval '1 h'`,
    )
    isStuck = true
    await expect(run('schedules')).rejects.toBeInstanceOf(AggregateError)
    expect([...desk.tickets.sent.values()].map(({ companyId }) => companyId)).toEqual([A])
  })

  it('a number is checked', async () => {
    const list = await create('/contact-lists', { name: 'Deles' }, stranger)
    const theirs = { name: 'Eva', number: '5521987650003', contactListId: list }
    const item = await create('/contact-list-items', theirs, stranger)
    await copy('contact_list_items', item, `'number_key', 'k' || n`)
    const own = await create('/contact-lists', { name: 'Clientes' })
    await create('/contact-list-items', { name: 'Ana', number: '5511987650001', contactListId: own })
    desk.numbers.set('5511987650001', { exists: true, number: '5511987650001' })
    isStuck = true
    await expect(run('check-numbers')).rejects.toMatchObject({ errors: { length: 1 } })
    expect(
      await pg.sql(`SELECT company_id FROM campaigns.contact_list_items WHERE validity = 'valid'`),
    ).toEqual([{ company_id: A }])
  })

  it('a spreadsheet is imported', async () => {
    const theirs = await create('/contact-lists', { name: 'Deles' }, stranger)
    const own = await create('/contact-lists', { name: 'Clientes' })
    const insert = `INSERT INTO campaigns.contact_imports (company_id, user_id, target_id, file_name, status, total, created_at)`
    await pg.sql(`${insert} SELECT 2, 3, $1, 'x.csv', 'running', 1, now() FROM generate_series(1, $2)`, [
      theirs,
      STUCK,
    ])
    await pg.sql(`${insert} VALUES (1, 1, $1, 'x.csv', 'running', 1, now())`, [own])
    await pg.sql(
      `INSERT INTO campaigns.contact_import_rows (company_id, import_id, row, name, number, email)
       SELECT company_id, id, 1, 'Ana', '5511987650001', '' FROM campaigns.contact_imports`,
    )
    isStuck = true
    await expect(run('import-contacts')).rejects.toMatchObject({ errors: { length: STUCK } })
    expect(
      await pg.sql(`SELECT company_id, created FROM campaigns.contact_imports WHERE status = 'done'`),
    ).toEqual([{ company_id: A, created: 1 }])
  })
})
