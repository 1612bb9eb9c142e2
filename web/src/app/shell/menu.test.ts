import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { innerPages, menuPages } from '../pages'
import { filterMenu, groupEntries, type MenuEntry, type MenuViewer } from './menu'

const flags = {
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
}
const viewer = (given: Partial<MenuViewer> = {}): MenuViewer => ({
  user: { profile: 'admin', super: true },
  flags,
  ...given,
})
const listIds = (given: Partial<MenuViewer>): MenuEntry['id'][] =>
  filterMenu(viewer(given)).entries.map(({ id }) => id)

const everyday = [
  'tickets',
  'kanban',
  'quickMessages',
  'todo',
  'contacts',
  'schedules',
  'tags',
  'chats',
  'helps',
]

describe('the menu', () => {
  it('shows a super administrator everything, in the specified order', () => {
    expect(listIds({})).toEqual([
      'dashboard',
      ...everyday,
      'campaigns',
      'contactLists',
      'campaignSettings',
      'announcements',
      'prompts',
      'integrations',
      'connections',
      'files',
      'queues',
      'users',
      'messagesApi',
      'apiKeys',
      'webhooks',
      'messageCosts',
      'billing',
      'settings',
    ])
  })

  it.each(['user', 'supervisor'] as const)('shows a %s the everyday pages', (profile) => {
    expect(listIds({ user: { profile, super: false } })).toEqual(everyday)
  })

  it('shows announcements to super users only', () => {
    expect(listIds({ user: { profile: 'admin', super: false } })).not.toContain('announcements')
  })

  it('hides what the plan lacks', () => {
    const none = Object.fromEntries(Object.keys(flags).map((flag) => [flag, false])) as typeof flags
    const hidden = listIds({}).filter((id) => !listIds({ flags: none }).includes(id))
    expect(hidden).toEqual([
      'kanban',
      'schedules',
      'chats',
      'campaigns',
      'contactLists',
      'campaignSettings',
      'prompts',
      'integrations',
      'messagesApi',
      'apiKeys',
    ])
  })

  it('never flashes an entry that the plan may lack', () => {
    const { entries, waiting } = filterMenu(viewer({ flags: undefined }))
    expect(entries.some(({ plan }) => plan)).toBe(false)
    expect(waiting).toBe(10)
  })

  it('has the pages of campaigns in one group', () => {
    const rows = groupEntries(filterMenu(viewer()).entries)
    const groups = rows.flatMap((row) => ('id' in row ? [] : [row.map(({ id }) => id)]))
    expect(groups).toEqual([['campaigns', 'contactLists', 'campaignSettings']])
    expect(rows.flat()).toEqual(menuPages)
  })
})

it('no two pages have the same path', () => {
  const paths = [...menuPages, ...innerPages].map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

it('leaves no page without a way to it', () => {
  const folder = join(__dirname, '../..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const pages = files.filter((file) => file.endsWith('-page.tsx')).map((file) => basename(file, '.tsx'))
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((page) => !sources.includes(`/${page}'`))).toEqual([])
})
