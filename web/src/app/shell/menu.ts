import type { PlanFlag, SessionUserView } from '@balcao/contracts'

import { can, type Action } from '../../lib/can'

export interface MenuEntry {
  id:
    | 'dashboard'
    | 'tickets'
    | 'kanban'
    | 'quickMessages'
    | 'todo'
    | 'contacts'
    | 'schedules'
    | 'tags'
    | 'chats'
    | 'helps'
    | 'campaigns'
    | 'contactLists'
    | 'campaignSettings'
    | 'announcements'
    | 'prompts'
    | 'integrations'
    | 'connections'
    | 'files'
    | 'queues'
    | 'users'
    | 'messagesApi'
    | 'billing'
    | 'settings'
  path: string
  section: 'serve' | 'admin'
  /** Shown below the heading "Campaigns", with this name. */
  campaignPage?: 'campaigns' | 'contactLists' | 'campaignSettings'
  /** Only for users with this permission. */
  action?: Action
  /** Only with this plan flag; `unlessFalse` hides it only when the flag is known to be off. */
  plan?: { flag: PlanFlag; rule: 'required' | 'unlessFalse' }
}

/** All entries in order; those without a page are not shown. */
export const menu: readonly MenuEntry[] = [
  { id: 'dashboard', path: '/', section: 'serve', action: 'dashboard:view' },
  { id: 'tickets', path: '/tickets', section: 'serve' },
  { id: 'kanban', path: '/kanban', section: 'serve', plan: { flag: 'useKanban', rule: 'required' } },
  { id: 'quickMessages', path: '/quick-messages', section: 'serve' },
  { id: 'todo', path: '/todolist', section: 'serve' },
  { id: 'contacts', path: '/contacts', section: 'serve' },
  {
    id: 'schedules',
    path: '/schedules',
    section: 'serve',
    plan: { flag: 'useSchedules', rule: 'unlessFalse' },
  },
  { id: 'tags', path: '/tags', section: 'serve' },
  { id: 'chats', path: '/chats', section: 'serve', plan: { flag: 'useInternalChat', rule: 'unlessFalse' } },
  { id: 'helps', path: '/helps', section: 'serve' },
  {
    id: 'campaigns',
    path: '/campaigns',
    section: 'admin',
    campaignPage: 'campaigns',
    plan: { flag: 'useCampaigns', rule: 'required' },
  },
  {
    id: 'contactLists',
    path: '/contact-lists',
    section: 'admin',
    campaignPage: 'contactLists',
    plan: { flag: 'useCampaigns', rule: 'required' },
  },
  {
    id: 'campaignSettings',
    path: '/campaigns-config',
    section: 'admin',
    campaignPage: 'campaignSettings',
    plan: { flag: 'useCampaigns', rule: 'required' },
  },
  { id: 'announcements', path: '/announcements', section: 'admin', action: 'announcements:view' },
  {
    id: 'prompts',
    path: '/prompts',
    section: 'admin',
    action: 'prompts-page:view',
    plan: { flag: 'useOpenAi', rule: 'required' },
  },
  {
    id: 'integrations',
    path: '/queue-integration',
    section: 'admin',
    action: 'integrations-page:view',
    plan: { flag: 'useIntegrations', rule: 'required' },
  },
  { id: 'connections', path: '/connections', section: 'admin' },
  { id: 'files', path: '/files', section: 'admin', action: 'files-page:view' },
  { id: 'queues', path: '/queues', section: 'admin', action: 'queues-page:view' },
  { id: 'users', path: '/users', section: 'admin', action: 'users-page:view' },
  {
    id: 'messagesApi',
    path: '/messages-api',
    section: 'admin',
    action: 'messages-api-page:view',
    plan: { flag: 'useExternalApi', rule: 'required' },
  },
  { id: 'billing', path: '/financeiro', section: 'admin', action: 'billing:view' },
  { id: 'settings', path: '/settings', section: 'admin', action: 'settings-page:view' },
]

/** Ids of entries that have a page. */
export const existingPages: ReadonlySet<MenuEntry['id']> = new Set<MenuEntry['id']>([
  'dashboard',
  'tickets',
  'kanban',
  'quickMessages',
  'todo',
  'helps',
  'tags',
  'chats',
  'contacts',
  'schedules',
  'campaigns',
  'contactLists',
  'campaignSettings',
  'announcements',
  'connections',
  'files',
  'queues',
  'users',
  'billing',
  'settings',
  'prompts',
  'integrations',
  'messagesApi',
])

/** What the menu shows below each other: an entry, or the pages of campaigns below their heading. */
export type MenuRow = MenuEntry | readonly MenuEntry[]

export const groupEntries = (entries: readonly MenuEntry[]): MenuRow[] => {
  const pages = entries.filter(({ campaignPage }) => campaignPage)
  return entries.flatMap<MenuRow>((entry) => {
    if (!entry.campaignPage) return [entry]
    return entry === pages[0] ? [pages] : []
  })
}

export interface MenuViewer {
  user: Pick<SessionUserView, 'profile' | 'super'>
  /** undefined until the plan is loaded; entries that depend on it are hidden until then. */
  flags: Record<PlanFlag, boolean> | undefined
  pages: ReadonlySet<MenuEntry['id']>
}

const allowsPlan = (entry: MenuEntry, flags: MenuViewer['flags']): boolean | 'unknown' => {
  if (!entry.plan) return true
  if (!flags) return 'unknown'
  return flags[entry.plan.flag] || (entry.plan.rule === 'unlessFalse' && flags[entry.plan.flag] !== false)
}

/** The entries this user sees, and how many are hidden until the plan is loaded. */
export const filterMenu = ({ user, flags, pages }: MenuViewer): { entries: MenuEntry[]; waiting: number } => {
  const allowed = menu.filter(
    (entry) =>
      pages.has(entry.id) &&
      (entry.section === 'serve' || can(user, 'drawer-admin-items:view')) &&
      (!entry.action || can(user, entry.action)),
  )
  return {
    entries: allowed.filter((entry) => allowsPlan(entry, flags) === true),
    waiting: allowed.filter((entry) => allowsPlan(entry, flags) === 'unknown').length,
  }
}
