import type { PlanFlag } from '@balcao/contracts'
import type SvgIcon from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'

import type { Namespace } from '../i18n/i18n'
import type { Action } from '../lib/can'
import {
  BillingIcon,
  CampaignsIcon,
  CodeIcon,
  CostsIcon,
  KeyIcon,
  WebhookIcon,
  ConnectionsIcon,
  ContactListsIcon,
  ContactsIcon,
  DashboardIcon,
  FilesIcon,
  ForumIcon,
  HelpIcon,
  IntegrationsIcon,
  KanbanIcon,
  MegaphoneIcon,
  PromptsIcon,
  QueuesIcon,
  QuickIcon,
  SchedulesIcon,
  SettingsIcon,
  TagIcon,
  TicketsIcon,
  TodoIcon,
  UsersIcon,
} from '../ui/icons'

/** A page of the desk, for whoever is logged in. */
export interface Page {
  path: string
  load: () => Promise<ComponentType>
  /** Its translations, fetched beside its code. */
  words: readonly [Namespace, ...Namespace[]]
  /** Only for users with this permission; others are told so and taken elsewhere. */
  action?: Action
  /** Where users without the permission are taken, without a word. */
  otherwise?: string
  /** Only with this flag of the plan. */
  plan?: PlanFlag
  /** Belongs to campaigns, which a session may have switched off (`cshow`). */
  ofCampaigns?: true
}

/** A page of the menu and the command palette; its name is `menu.<id>` of the common texts, or else the title of the words `<id>`. */
interface MenuPage extends Page {
  id: string
  section: 'serve' | 'admin'
  icon: typeof SvgIcon
}

/** The pages of the menu, in its order. Those of campaigns are shown below one heading. */
export const menuPages = [
  {
    id: 'dashboard',
    path: '/',
    load: async () => (await import('../features/dashboard/dashboard-page')).DashboardPage,
    words: ['dashboard'],
    section: 'serve',
    icon: DashboardIcon,
    action: 'dashboard:view',
    otherwise: '/tickets',
  },
  {
    id: 'tickets',
    path: '/tickets',
    load: async () => (await import('../features/tickets')).TicketsPage,
    words: ['tickets'],
    section: 'serve',
    icon: TicketsIcon,
  },
  {
    id: 'kanban',
    path: '/kanban',
    load: async () => (await import('../features/kanban/kanban-page')).KanbanPage,
    words: ['kanban', 'tickets'],
    section: 'serve',
    icon: KanbanIcon,
    plan: 'useKanban',
  },
  {
    id: 'quickMessages',
    path: '/quick-messages',
    load: async () => (await import('../features/quick-messages/quick-messages-page')).QuickMessagesPage,
    words: ['quickMessages'],
    section: 'serve',
    icon: QuickIcon,
  },
  {
    id: 'todo',
    path: '/todolist',
    load: async () => (await import('../features/todo/todo-page')).TodoPage,
    words: ['todo'],
    section: 'serve',
    icon: TodoIcon,
  },
  {
    id: 'contacts',
    path: '/contacts',
    load: async () => (await import('../features/contacts-page/contacts-page')).ContactsPage,
    words: ['contacts', 'tickets'],
    section: 'serve',
    icon: ContactsIcon,
  },
  {
    id: 'schedules',
    path: '/schedules',
    load: async () => (await import('../features/schedules/schedules-page')).SchedulesPage,
    words: ['schedules'],
    section: 'serve',
    icon: SchedulesIcon,
    plan: 'useSchedules',
  },
  {
    id: 'tags',
    path: '/tags',
    load: async () => (await import('../features/tags/tags-page')).TagsPage,
    words: ['tags'],
    section: 'serve',
    icon: TagIcon,
  },
  {
    id: 'chats',
    path: '/chats',
    load: async () => (await import('../features/internal-chat/chats-page')).ChatsPage,
    words: ['chats'],
    section: 'serve',
    icon: ForumIcon,
    plan: 'useInternalChat',
  },
  {
    id: 'helps',
    path: '/helps',
    load: async () => (await import('../features/helps/helps-page')).HelpsPage,
    words: ['helps'],
    section: 'serve',
    icon: HelpIcon,
  },
  {
    id: 'campaigns',
    path: '/campaigns',
    load: async () => (await import('../features/campaigns/campaigns-page')).CampaignsPage,
    words: ['campaigns'],
    section: 'admin',
    icon: CampaignsIcon,
    action: 'campaigns:view',
    plan: 'useCampaigns',
    ofCampaigns: true,
  },
  {
    id: 'contactLists',
    path: '/contact-lists',
    load: async () => (await import('../features/contact-lists/contact-lists-page')).ContactListsPage,
    words: ['contactLists'],
    section: 'admin',
    icon: ContactListsIcon,
    action: 'campaigns:view',
    plan: 'useCampaigns',
    ofCampaigns: true,
  },
  {
    id: 'campaignSettings',
    path: '/campaigns-config',
    load: async () => (await import('../features/campaigns/campaign-settings-page')).CampaignSettingsPage,
    words: ['campaigns'],
    section: 'admin',
    icon: SettingsIcon,
    action: 'campaigns:view',
    plan: 'useCampaigns',
    ofCampaigns: true,
  },
  {
    id: 'announcements',
    path: '/announcements',
    load: async () => (await import('../features/announcements/announcements-page')).AnnouncementsPage,
    words: ['announcements'],
    section: 'admin',
    icon: MegaphoneIcon,
    action: 'announcements:view',
  },
  {
    id: 'prompts',
    path: '/prompts',
    load: async () => (await import('../features/prompts/prompts-page')).PromptsPage,
    words: ['prompts'],
    section: 'admin',
    icon: PromptsIcon,
    action: 'prompts-page:view',
    plan: 'useOpenAi',
  },
  {
    id: 'integrations',
    path: '/queue-integration',
    load: async () => (await import('../features/integrations/integrations-page')).IntegrationsPage,
    words: ['integrations'],
    section: 'admin',
    icon: IntegrationsIcon,
    action: 'integrations-page:view',
    plan: 'useIntegrations',
  },
  {
    id: 'connections',
    path: '/connections',
    load: async () => (await import('../features/connections/connections-page')).ConnectionsPage,
    words: ['connections'],
    section: 'admin',
    icon: ConnectionsIcon,
    action: 'connections-page:view',
  },
  {
    id: 'files',
    path: '/files',
    load: async () => (await import('../features/files/files-page')).FilesPage,
    words: ['files'],
    section: 'admin',
    icon: FilesIcon,
    action: 'files-page:view',
  },
  {
    id: 'queues',
    path: '/queues',
    load: async () => (await import('../features/queues/queues-page')).QueuesPage,
    words: ['queues'],
    section: 'admin',
    icon: QueuesIcon,
    action: 'queues-page:view',
  },
  {
    id: 'users',
    path: '/users',
    load: async () => (await import('../features/users/users-page')).UsersPage,
    words: ['users'],
    section: 'admin',
    icon: UsersIcon,
    action: 'users-page:view',
  },
  {
    id: 'messagesApi',
    path: '/messages-api',
    load: async () => (await import('../features/messages-api/messages-api-page')).MessagesApiPage,
    words: ['messagesApi'],
    section: 'admin',
    icon: CodeIcon,
    action: 'messages-api-page:view',
    plan: 'useExternalApi',
  },
  {
    id: 'apiKeys',
    path: '/api-keys',
    load: async () => (await import('../features/api-keys/api-keys-page')).ApiKeysPage,
    words: ['apiKeys'],
    section: 'admin',
    icon: KeyIcon,
    action: 'api-keys-page:view',
    plan: 'useExternalApi',
  },
  {
    id: 'webhooks',
    path: '/webhooks',
    load: async () => (await import('../features/webhooks/webhooks-page')).WebhooksPage,
    words: ['webhooks'],
    section: 'admin',
    icon: WebhookIcon,
    action: 'webhooks-page:view',
  },
  {
    id: 'messageCosts',
    path: '/message-costs',
    load: async () => (await import('../features/message-costs/costs-page')).CostsPage,
    words: ['messageCosts', 'dashboard'],
    section: 'admin',
    icon: CostsIcon,
    action: 'message-costs-page:view',
  },
  {
    id: 'billing',
    path: '/financeiro',
    load: async () => (await import('../features/billing/invoices-page')).InvoicesPage,
    words: ['billing'],
    section: 'admin',
    icon: BillingIcon,
    action: 'billing:view',
  },
  {
    id: 'settings',
    path: '/settings',
    load: async () => (await import('../features/settings/settings-page')).SettingsPage,
    words: ['settings', 'billing'],
    section: 'admin',
    icon: SettingsIcon,
    action: 'settings-page:view',
  },
] as const satisfies readonly MenuPage[]

type MenuPageId = (typeof menuPages)[number]['id']

const pageOf = (id: MenuPageId): Page => menuPages.find((page) => page.id === id)!

/** The pages that others lead to. */
export const innerPages: readonly Page[] = [
  { ...pageOf('tickets'), path: '/tickets/:uuid' },
  { ...pageOf('chats'), path: '/chats/:uuid' },
  {
    ...pageOf('campaigns'),
    path: '/campaign/:campaignId/report',
    load: async () => (await import('../features/campaigns/campaign-report-page')).CampaignReportPage,
  },
  {
    ...pageOf('contactLists'),
    path: '/contact-lists/:contactListId/contacts',
    load: async () => (await import('../features/contact-lists/list-items-page')).ListItemsPage,
    words: ['contactLists', 'contacts'],
  },
  {
    ...pageOf('billing'),
    path: '/subscription',
    load: async () => (await import('../features/billing/subscription-page')).SubscriptionPage,
  },
  {
    ...pageOf('billing'),
    path: '/simulated-pix/:txid',
    load: async () => (await import('../features/billing/simulated-pix-page')).SimulatedPixPage,
  },
]
