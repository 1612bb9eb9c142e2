import {
  connectionId,
  contactId,
  contactListId,
  userId,
  type CampaignSort,
  type CompanyId,
  type ContactListId,
} from '@balcao/contracts'
import { AppError, HOUR, MINUTE, type Slice, type Tx } from '@balcao/kernel'
import { testDatabase, type TestDatabase } from '@balcao/testkit'

import { PgCampaignStore } from '../src/adapters/postgres/pg-campaign-store'
import { PgContactListItemStore } from '../src/adapters/postgres/pg-contact-list-item-store'
import { PgContactListStore } from '../src/adapters/postgres/pg-contact-list-store'
import { PgScheduleStore } from '../src/adapters/postgres/pg-schedule-store'
import { buildCampaign, emptyDraft } from '../src/features/campaigns/campaign'
import { defaultSettings } from '../src/features/campaigns/campaign-settings'
import { EDIT_CLOSES_MS, type Campaign } from '../src/features/campaigns/campaign.store'
import type { ContactListItem } from '../src/features/contact-lists/contact-list-item.store'
import { buildSchedule } from '../src/features/schedules/schedule'
import type { Schedule, ScheduleFilter } from '../src/features/schedules/schedule.store'
import { campaignsMigrations } from '../src/migrations'
import { A, B } from './support'

const campaigns = new PgCampaignStore()
const schedules = new PgScheduleStore()
const items = new PgContactListItemStore()
const TABLES = ['campaigns', 'campaign_settings', 'schedules', 'contact_lists', 'contact_list_items']

let pg: TestDatabase

beforeAll(async () => {
  pg = await testDatabase([campaignsMigrations])
})
beforeEach(async () => {
  await pg.empty(...TABLES.map((table) => `campaigns.${table}`))
})

const inTenant = <T>(company: CompanyId, work: (tx: Tx) => Promise<T>) =>
  pg.db('campaigns').withTenant(company, work)
const asPlatform = <T>(work: (tx: Tx) => Promise<T>) => pg.db('campaigns').asPlatform(work)

const NOW = new Date('2026-11-22T12:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)
const ALL: Slice = { offset: 0, limit: 20 }
const media = { key: 'companies/1/a.jpg', name: 'a.jpg', mimeType: 'image/jpeg', sizeBytes: 3 } as never

const putCampaign = (company: CompanyId, over: Partial<Campaign> = {}) =>
  inTenant(company, (tx) =>
    campaigns.insert(tx, { ...buildCampaign(company, { ...emptyDraft, name: 'Natal' }, NOW), ...over }),
  )
const findCampaign = ({ companyId, id }: Campaign) =>
  inTenant(companyId, (tx) => campaigns.find(tx, companyId, id))
const pageCampaigns = (company: CompanyId, search = '', slice: Slice<CampaignSort> = ALL) =>
  inTenant(company, (tx) => campaigns.page(tx, company, search, slice))

const putSchedule = (company: CompanyId, over: Partial<Schedule> = {}) => {
  const draft = {
    companyId: company,
    body: 'Olá',
    sendAt: after(HOUR),
    contactId: contactId(5),
    contactName: 'Carla Souza',
    contactAsOf: NOW,
    userId: userId(1),
    userName: 'Ana',
  }
  return inTenant(company, (tx) => schedules.insert(tx, { ...buildSchedule(draft, NOW), ...over }))
}
const findSchedule = ({ companyId, id }: Schedule) =>
  inTenant(companyId, (tx) => schedules.find(tx, companyId, id))
const noFilter: ScheduleFilter = {
  search: '',
  contactId: undefined,
  userId: undefined,
  author: undefined,
  from: undefined,
  to: undefined,
}
const pageSchedules = (company: CompanyId, filter: Partial<ScheduleFilter> = {}, slice = ALL) =>
  inTenant(company, (tx) => schedules.page(tx, company, { ...noFilter, ...filter }, slice))

const putList = async (company: CompanyId) => {
  const list = { companyId: company, name: 'Clientes', contactsCount: 0, createdAt: NOW, updatedAt: NOW }
  return (await inTenant(company, (tx) => new PgContactListStore().insert(tx, list))).id
}
const buildItem = (
  company: CompanyId,
  list: ContactListId,
  over: Partial<ContactListItem> = {},
): Omit<ContactListItem, 'id'> => ({
  companyId: company,
  contactListId: list,
  name: 'José',
  number: '5511987654321',
  email: 'jose@example.test',
  validity: 'unknown',
  checkAt: NOW,
  createdAt: NOW,
  updatedAt: NOW,
  ...over,
})
const putItem = async (company: CompanyId, list: ContactListId, over: Partial<ContactListItem> = {}) => {
  const item = await inTenant(company, (tx) => items.insert(tx, buildItem(company, list, over)))
  if (!item) throw new Error('the list has the number')
  return item
}
const pageItems = (company: CompanyId, contactListId: ContactListId, search = '', slice = ALL) =>
  inTenant(company, (tx) => items.page(tx, company, { contactListId, search }, slice))

describe('a campaign', () => {
  it('is stored whole, and changed whole', async () => {
    const campaign = await putCampaign(A)
    expect(campaign).toEqual({
      ...buildCampaign(A, { ...emptyDraft, name: 'Natal' }, NOW),
      id: campaign.id,
    })
    expect(await findCampaign(campaign)).toEqual(campaign)
    const changed: Campaign = {
      ...campaign,
      name: 'Páscoa',
      messages: ['Olá, "você"', 'b\\', '', '', ''],
      media,
      formerKeys: ['x', 'y'],
      connectionId: connectionId(1),
      scheduledAt: after(HOUR),
      delays: { totalMs: 5, count: 2 },
      counts: { ...campaign.counts, total: 9, answered: 3 },
      unannounced: true,
      updatedAt: after(1),
    }
    await inTenant(A, (tx) => campaigns.save(tx, { ...changed, createdAt: after(1) }))
    // When it was made does not change.
    expect(await inTenant(A, (tx) => campaigns.lock(tx, A, campaign.id))).toEqual(changed)
    expect((await pageCampaigns(A, 'PASCOA')).items).toEqual([changed])
    await inTenant(A, (tx) => campaigns.save(tx, campaign))
    expect(await findCampaign(campaign)).toEqual(campaign)
    await inTenant(A, (tx) => campaigns.delete(tx, A, campaign.id))
    expect(await findCampaign(campaign)).toBeUndefined()
  })

  it.each([
    ['INATIVA', null, true],
    ['CANCELADA', after(-HOUR), true],
    ['PROGRAMADA', after(EDIT_CLOSES_MS + 1), true],
    ['PROGRAMADA', after(EDIT_CLOSES_MS), false],
    ['PROGRAMADA', null, false],
    ['EM_ANDAMENTO', after(EDIT_CLOSES_MS + 1), false],
    ['FINALIZADA', after(EDIT_CLOSES_MS + 1), false],
  ] as const)('that is %s, for %s, takes a person’s change: %s', async (status, scheduledAt, isTaken) => {
    const campaign = await putCampaign(A, { status, scheduledAt })
    const edit: Campaign = { ...campaign, name: 'Ano novo', status: 'INATIVA', scheduledAt: null, media }
    expect(await inTenant(A, (tx) => campaigns.saveEdit(tx, edit, NOW))).toBe(isTaken)
    expect(await findCampaign(campaign)).toEqual(isTaken ? edit : campaign)
    expect((await pageCampaigns(A, 'novo')).count).toBe(isTaken ? 1 : 0)
  })

  it('is listed by name, a page at a time, and found by a part of it', async () => {
    const names = ['Árvore', 'Bazar', 'amigo', '50% off', '500 off']
    const put = await Promise.all(names.map((name) => putCampaign(A, { name })))
    const page = async (search: string, slice = ALL) => {
      const { items: found, count } = await pageCampaigns(A, search, slice)
      return [found.map(({ name }) => name), count]
    }
    expect(await page('')).toEqual([['50% off', '500 off', 'amigo', 'Árvore', 'Bazar'], 5])
    expect(await page('', { offset: 1, limit: 2 })).toEqual([['500 off', 'amigo'], 5])
    expect(await page(' arv ')).toEqual([['Árvore'], 1])
    expect(await page('0%')).toEqual([['50% off'], 1])
    expect(put).toHaveLength(5)
  })

  it('is listed by a time, both ways; without it last', async () => {
    const [early, late, never] = [after(HOUR), after(2 * HOUR), null]
    for (const [name, scheduledAt] of Object.entries({ Tarde: late, Sem: never, Cedo: early }))
      await putCampaign(A, { name, scheduledAt, completedAt: scheduledAt })
    const sorted = async (sort: CampaignSort) =>
      (await pageCampaigns(A, '', { ...ALL, sort })).items.map(({ name }) => name)
    for (const column of ['scheduledAt', 'completedAt'] as const) {
      expect(await sorted(column)).toEqual(['Cedo', 'Tarde', 'Sem'])
      expect(await sorted(`-${column}`)).toEqual(['Tarde', 'Cedo', 'Sem'])
    }
    expect(await sorted('name')).toEqual(['Cedo', 'Sem', 'Tarde'])
    expect(await sorted('-name')).toEqual(['Tarde', 'Sem', 'Cedo'])
  })

  it('is locked with the others of its connection', async () => {
    const [first, second] = [
      await putCampaign(A, { connectionId: connectionId(1) }),
      await putCampaign(A, { connectionId: connectionId(1), status: 'EM_ANDAMENTO' }),
    ]
    await putCampaign(A, { connectionId: connectionId(2) })
    await putCampaign(B, { connectionId: connectionId(1) })
    await inTenant(A, async (tx) => {
      expect(await campaigns.lockByConnection(tx, A, connectionId(1))).toEqual([first, second])
      const free = await pg.sql('SELECT company_id FROM campaigns.campaigns FOR UPDATE SKIP LOCKED')
      expect(free).toHaveLength(2)
    })
  })

  it('is due when its time has come or something of it is, and announced when it was changed', async () => {
    const [scheduled, running, changed] = [
      await putCampaign(A, { status: 'PROGRAMADA', scheduledAt: NOW }),
      await putCampaign(B, { status: 'EM_ANDAMENTO', lookAt: NOW }),
      await putCampaign(B, { status: 'EM_ANDAMENTO', lookAt: after(1), unannounced: true }),
    ]
    await putCampaign(A, { status: 'CANCELADA', scheduledAt: NOW, lookAt: NOW })
    const keyOf = ({ companyId, id }: Campaign) => ({ companyId, id })
    expect(await asPlatform((tx) => campaigns.listDue(tx, NOW, { after: undefined, limit: 10 }))).toEqual(
      [scheduled, running].map(keyOf),
    )
    expect(await asPlatform((tx) => campaigns.listUnannounced(tx, { after: undefined, limit: 10 }))).toEqual([
      keyOf(changed),
    ])
  })

  it('has a time at which the first one is due, of those that may be', async () => {
    const findNextDue = () => asPlatform((tx) => campaigns.findNextDue(tx, after(MINUTE)))
    await putCampaign(A, { status: 'CANCELADA', scheduledAt: NOW, lookAt: NOW })
    await putCampaign(A, { status: 'PROGRAMADA', scheduledAt: after(MINUTE) })
    expect(await findNextDue()).toBeUndefined()
    await putCampaign(A, { status: 'PROGRAMADA', scheduledAt: after(30) })
    expect(await findNextDue()).toEqual(after(30))
    await putCampaign(B, { status: 'EM_ANDAMENTO', lookAt: after(20) })
    expect(await findNextDue()).toEqual(after(20))
  })

  it('that is saved is work', async () => {
    let woken = 0
    const end = campaigns.saved.onWork(() => (woken += 1))
    const campaign = await putCampaign(A)
    expect(woken).toBe(0)
    await inTenant(A, (tx) => campaigns.save(tx, { ...campaign, unannounced: true }))
    expect(woken).toBe(1)
    end()
  })

  it('has the settings of its company, which are written over', async () => {
    const find = (company: CompanyId) => inTenant(company, (tx) => campaigns.findSettings(tx, company))
    const save = (company: CompanyId, over: object) =>
      inTenant(company, (tx) => campaigns.saveSettings(tx, company, { ...defaultSettings, ...over }))
    expect(await find(A)).toBeUndefined()
    await save(A, { variables: [{ key: 'cupom', value: '"X"' }] })
    await save(B, {})
    await save(A, { optOutWords: ['sair'] })
    expect(await find(A)).toEqual({ ...defaultSettings, optOutWords: ['sair'] })
    expect(await find(B)).toEqual(defaultSettings)
  })
})

describe('a schedule', () => {
  it('is stored whole, and changed whole', async () => {
    const schedule = await putSchedule(A)
    expect(await findSchedule(schedule)).toEqual(schedule)
    expect(await pg.sql('SELECT state, search_text FROM campaigns.schedules')).toEqual([
      { state: 'PENDENTE', search_text: 'ola\ncarla souza' },
    ])
    const changed: Schedule = {
      ...schedule,
      body: 'Até já',
      state: 'failed',
      failure: 'ERR_NO_CONTACT_FOUND',
      media,
      formerKeys: ['x'],
      attempts: 3,
      claimedAt: NOW,
    }
    await inTenant(A, (tx) => schedules.save(tx, changed))
    expect(await inTenant(A, (tx) => schedules.lock(tx, A, schedule.id))).toEqual(changed)
    expect((await pageSchedules(A, { search: 'ATE JA' })).items).toEqual([changed])
    await inTenant(A, (tx) => schedules.delete(tx, A, schedule.id))
    expect(await findSchedule(schedule)).toBeUndefined()
  })

  it('has a time at which the first one is due, of those that are not over', async () => {
    const findNextDue = () => asPlatform((tx) => schedules.findNextDue(tx, after(MINUTE)))
    await putSchedule(A, { state: 'sent', dueAt: NOW })
    await putSchedule(A, { dueAt: after(MINUTE) })
    expect(await findNextDue()).toBeUndefined()
    await putSchedule(B, { state: 'sending', dueAt: after(20) })
    await putSchedule(A, { dueAt: after(30) })
    expect(await findNextDue()).toEqual(after(20))
  })

  it('is listed by its time; every filter counts, also two of one field', async () => {
    const [second, first, third] = [
      await putSchedule(A, { sendAt: after(2 * HOUR), userId: userId(2), body: 'Almoço 100%' }),
      await putSchedule(A, { sendAt: after(HOUR), contactId: contactId(6) }),
      await putSchedule(A, { sendAt: after(3 * HOUR) }),
    ]
    const ids = async (filter: Partial<ScheduleFilter> = {}, slice = ALL) => {
      const { items: found, count } = await pageSchedules(A, filter, slice)
      return [found.map(({ id }) => id), count]
    }
    expect(await ids()).toEqual([[first.id, second.id, third.id], 3])
    expect(await ids({}, { offset: 1, limit: 1 })).toEqual([[second.id], 3])
    expect(await ids({ contactId: contactId(6) })).toEqual([[first.id], 1])
    expect(await ids({ userId: userId(1) })).toEqual([[first.id, third.id], 2])
    expect(await ids({ userId: userId(1), author: userId(2) })).toEqual([[], 0])
    expect(await ids({ author: userId(2) })).toEqual([[second.id], 1])
    expect(await ids({ from: after(2 * HOUR), to: after(3 * HOUR) })).toEqual([[second.id], 1])
    expect(await ids({ search: 'almoco 100%' })).toEqual([[second.id], 1])
    expect(await ids({ search: 'carla', from: after(3 * HOUR) })).toEqual([[third.id], 1])
  })
})

describe('what has no template', () => {
  const template = { name: 'oferta', language: 'pt_BR' } as never

  it('is counted by connection while it is not over, for its company alone', async () => {
    const line = { connectionId: connectionId(1) }
    for (const status of ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const)
      await putCampaign(A, { ...line, status })
    await putCampaign(A, { ...line, status: 'PROGRAMADA', template })
    await putCampaign(A, { connectionId: connectionId(2), status: 'PROGRAMADA' })
    for (const state of ['pending', 'sending', 'sent', 'failed'] as const)
      await putSchedule(A, { ...line, state })
    // By a connection that is chosen when it is sent.
    await putSchedule(A)
    await putSchedule(A, { ...line, template })
    await putSchedule(A, { connectionId: connectionId(2) })
    const count = (company: CompanyId) =>
      inTenant(company, async (tx) => [
        await campaigns.countWithoutTemplate(tx, company, connectionId(1)),
        await schedules.countWithoutTemplate(tx, company, connectionId(1)),
      ])
    expect(await count(A)).toEqual([2, 3])
    expect(await count(B)).toEqual([0, 0])
  })
})

describe('a contact of a list', () => {
  it('is stored once for its number, changed, checked in its turn and deleted', async () => {
    const [list, other] = [await putList(A), await putList(B)]
    const item = await putItem(A, list)
    expect(await inTenant(A, (tx) => items.find(tx, A, item.id))).toEqual(item)
    const insert = (over: Partial<ContactListItem>) =>
      inTenant(A, (tx) => items.insert(tx, buildItem(A, list, over)))
    // The same number without its ninth digit.
    expect(await insert({ name: 'Zé', number: '551187654321' })).toBeUndefined()
    const second = await putItem(A, list, { name: 'Bia', number: '5511987650000', checkAt: after(MINUTE) })
    const theirs = await putItem(B, other)
    const save = (changed: ContactListItem) => inTenant(A, (tx) => items.save(tx, changed))
    const due = () => asPlatform((tx) => items.listUnchecked(tx, NOW))
    expect((await due()).map(({ id }) => id).sort()).toEqual([item.id, theirs.id])
    const checked: ContactListItem = { ...item, validity: 'valid', checkAt: null, name: 'Zoé' }
    expect(await save(checked)).toBe(true)
    expect(await inTenant(A, (tx) => items.lock(tx, A, item.id))).toEqual(checked)
    expect(await due()).toEqual([theirs])
    expect(
      await pg.sql('SELECT search_text FROM campaigns.contact_list_items WHERE id = $1', [item.id]),
    ).toEqual([{ search_text: 'zoe\n5511987654321' }])
    const taken = inTenant(A, async (tx) => {
      if (!(await items.save(tx, { ...second, number: '551187654321' })))
        throw new AppError('ERR_DUPLICATED_CONTACT')
    })
    await expect(taken).rejects.toMatchObject({ code: 'ERR_DUPLICATED_CONTACT' })
    await inTenant(A, (tx) => items.delete(tx, A, item.id))
    expect(await save({ ...second, number: '551187654321' })).toBe(true)
  })

  it('is listed by name, a page at a time, and found by name and number', async () => {
    const list = await putList(A)
    await putItem(A, await putList(A))
    await putItem(B, await putList(B))
    const added = await inTenant(A, (tx) =>
      items.insertPeople(
        tx,
        { companyId: A, contactListId: list },
        [
          { name: 'Zoé', number: '5511987650001', email: '' },
          { name: 'Ângela', number: '5511987650002', email: 'a@example.test' },
          { name: 'Bia 10%', number: '5511987650003', email: '' },
          { name: 'Bia, again', number: '551187650003', email: '' },
        ],
        NOW,
      ),
    )
    const page = async (search = '', slice = ALL) => {
      const { items: found, count } = await pageItems(A, list, search, slice)
      return [found.map(({ name }) => name), count]
    }
    expect(added).toBe(3)
    expect(await page()).toEqual([['Ângela', 'Bia 10%', 'Zoé'], 3])
    expect(await page('', { offset: 2, limit: 2 })).toEqual([['Zoé'], 3])
    expect(await page('ANGELA')).toEqual([['Ângela'], 1])
    expect(await page('650001')).toEqual([['Zoé'], 1])
    expect(await page('%')).toEqual([['Bia 10%'], 1])
  })
})

describe('another company', () => {
  interface Ours {
    campaign: Campaign
    schedule: Schedule
    item: ContactListItem
  }
  type Touch = (tx: Tx, company: CompanyId, ours: Ours) => Promise<unknown>
  const five = contactId(5)
  const renamed = { name: 'Carla Lima', asOf: after(HOUR) }
  const touches: readonly (readonly [string, Touch])[] = [
    ['campaigns: find', (tx, own, { campaign }) => campaigns.find(tx, own, campaign.id)],
    ['campaigns: lock', (tx, own, { campaign }) => campaigns.lock(tx, own, campaign.id)],
    [
      'campaigns: save',
      (tx, own, { campaign }) => campaigns.save(tx, { ...campaign, companyId: own, name: 'X' }),
    ],
    [
      'campaigns: saveEdit',
      (tx, own, { campaign }) => campaigns.saveEdit(tx, { ...campaign, companyId: own, name: 'X' }, NOW),
    ],
    ['campaigns: delete', (tx, own, { campaign }) => campaigns.delete(tx, own, campaign.id)],
    ['campaigns: page', async (tx, own) => (await campaigns.page(tx, own, '', ALL)).items],
    ['campaigns: count', async (tx, own) => (await campaigns.page(tx, own, '', ALL)).count > 0],
    ['campaigns: lockByConnection', (tx, own) => campaigns.lockByConnection(tx, own, connectionId(1))],
    ['campaigns: findSettings', (tx, own) => campaigns.findSettings(tx, own)],
    ['schedules: find', (tx, own, { schedule }) => schedules.find(tx, own, schedule.id)],
    ['schedules: lock', (tx, own, { schedule }) => schedules.lock(tx, own, schedule.id)],
    [
      'schedules: save',
      (tx, own, { schedule }) => schedules.save(tx, { ...schedule, companyId: own, body: 'X' }),
    ],
    ['schedules: delete', (tx, own, { schedule }) => schedules.delete(tx, own, schedule.id)],
    ['schedules: page', async (tx, own) => (await schedules.page(tx, own, noFilter, ALL)).items],
    ['schedules: count', async (tx, own) => (await schedules.page(tx, own, noFilter, ALL)).count > 0],
    ['schedules: listAuthors', (tx, own) => schedules.listAuthors(tx, own, five)],
    ['schedules: renameContact', (tx, own) => schedules.renameContact(tx, own, five, renamed)],
    ['schedules: listFileKeys', (tx, own) => schedules.listFileKeys(tx, own, five)],
    ['schedules: deleteByContact', (tx, own) => schedules.deleteByContact(tx, own, five)],
    ['items: find', (tx, own, { item }) => items.find(tx, own, item.id)],
    ['items: lock', (tx, own, { item }) => items.lock(tx, own, item.id)],
    [
      'items: save',
      async (tx, own, { item }) => void (await items.save(tx, { ...item, companyId: own, name: 'X' })),
    ],
    ['items: delete', (tx, own, { item }) => items.delete(tx, own, item.id)],
    [
      'items: page',
      async (tx, own, { item: { contactListId: list } }) =>
        (await items.page(tx, own, { contactListId: list, search: '' }, ALL)).items,
    ],
    [
      'items: count',
      async (tx, own, { item: { contactListId: list } }) =>
        (await items.page(tx, own, { contactListId: list, search: '' }, ALL)).count > 0,
    ],
  ]
  const readRows = () => Promise.all(TABLES.map((table) => pg.sql(`SELECT * FROM campaigns.${table}`)))
  const isNothing = (answer: unknown) =>
    answer === undefined || answer === false || (Array.isArray(answer) && answer.length === 0)

  it.each(touches)('finds and changes nothing of ours: %s', async (_name, touch) => {
    const ours = {
      campaign: await putCampaign(A, { connectionId: connectionId(1) }),
      schedule: await putSchedule(A, { formerKeys: ['x'] }),
      item: await putItem(A, await putList(A)),
    }
    await inTenant(A, (tx) => campaigns.saveSettings(tx, A, defaultSettings))
    const before = await readRows()
    const answers = [
      // By row-level security alone, and by the statement's own condition alone.
      await inTenant(B, (tx) => touch(tx, A, ours)),
      await asPlatform((tx) => touch(tx, B, ours)),
    ]
    expect(answers.filter((answer) => !isNothing(answer))).toEqual([])
    expect(await readRows()).toEqual(before)
    // The same touch in our own transaction answers or changes something: it is not refused for another reason.
    const own = await inTenant(A, (tx) => touch(tx, A, ours))
    expect(!isNothing(own) || JSON.stringify(await readRows()) !== JSON.stringify(before)).toBe(true)
  })

  it('has lists that take no contact of ours', async () => {
    const insert = inTenant(A, async (tx) => items.insert(tx, buildItem(A, contactListId(await putList(B)))))
    await expect(insert).rejects.toMatchObject({ code: '23503' })
  })
})
