import type {
  AnnouncementView,
  CampaignView,
  ChatView,
  ContactListItemView,
  ContactListView,
  FileListView,
  ManagedPlanView,
  PromptView,
  QueueIntegrationView,
  QueueOptionView,
  QuickMessageView,
  ScheduleView,
  TagView,
  TicketView,
  UserView,
} from '@balcao/contracts'

import { must } from './company'
import { company, root } from './page-lists'
import { until, type Viewer } from './viewer'

/* Every change that the lists of the pages show, one after another. */

export const pageSteps: [string, () => Promise<void>][] = []

const step = (name: string, act: () => Promise<unknown>) => {
  pageSteps.push([
    name,
    async () => {
      await act()
    },
  ])
}

const ask = async <T>(viewer: Viewer, method: string, path: string, body?: unknown): Promise<T> =>
  must(await viewer.call<T>(method, path, body))

const HELENA = '5511987650001'
/** Rows that later steps change. */
const made = {} as {
  ticket: TicketView
  lane: TagView
  list: ContactListView
  item: ContactListItemView
  campaign: CampaignView
  schedule: ScheduleView
  quickMessage: QuickMessageView
  option: QueueOptionView
  chat: ChatView
  fileList: FileListView
  prompt: PromptView
  integration: QueueIntegrationView
  announcement: AnnouncementView
  plan: ManagedPlanView
  user: UserView
}

step('a customer writes', async () => {
  await company.phone.says(HELENA, { name: 'Helena', body: 'Oi' })
  await until(async () => {
    const { tickets } = await ask<{ tickets: TicketView[] }>(company.admin, 'GET', '/tickets?showAll=true')
    const [ticket] = tickets
    if (ticket) made.ticket = ticket
    return Boolean(ticket)
  }, 'the ticket')
})

/* Kanban and tags. A tag counts every ticket of the company: of those that a viewer may not see it hears nothing. */
step('the ticket comes to the queue of the agent', () =>
  ask(company.admin, 'PUT', `/tickets/${made.ticket.id}`, { status: 'pending', queueId: company.vendas.id }),
)
step('a lane is made', async () => {
  made.lane = await ask(company.admin, 'POST', '/tags', { name: 'Retorno', color: '#00695C', kanban: 1 })
})
step('a card is moved into a lane', () =>
  ask(company.admin, 'PUT', `/ticket-tags/${made.ticket.id}/${made.lane.id}`),
)
step('a ticket gets a tag', () =>
  ask(company.admin, 'POST', '/tags/sync', { ticketId: made.ticket.id, tags: [{ id: company.vip.id }] }),
)
step('a lane is renamed', () =>
  ask(company.admin, 'PUT', `/tags/${made.lane.id}`, { name: 'Acompanhar', color: '#00695C', kanban: 1 }),
)
step('a card leaves its lanes', () => ask(company.admin, 'DELETE', `/ticket-tags/${made.ticket.id}`))
step('a lane becomes a tag', () =>
  ask(company.admin, 'PUT', `/tags/${made.lane.id}`, { name: 'Acompanhar', color: '#00695C', kanban: 0 }),
)
step('a tag is deleted', () => ask(company.admin, 'DELETE', `/tags/${made.lane.id}`))

/* Quick messages. */
step('a quick message is made', async () => {
  made.quickMessage = await ask(company.admin, 'POST', '/quick-messages', {
    shortcode: 'prazo',
    message: 'O prazo é de 5 dias',
    geral: true,
  })
})
step('one of an agent’s own', () =>
  ask(company.vera, 'POST', '/quick-messages', { shortcode: 'minha', message: 'Só minha', geral: false }),
)
step('a quick message is changed', () =>
  ask(company.admin, 'PUT', `/quick-messages/${made.quickMessage.id}`, { shortcode: 'aprazo' }),
)
step('it is no longer for all', () =>
  ask(company.admin, 'PUT', `/quick-messages/${made.quickMessage.id}`, { geral: false }),
)
step('it is deleted', () => ask(company.admin, 'DELETE', `/quick-messages/${made.quickMessage.id}`))

/* Schedules. */
step('a schedule is made', async () => {
  made.schedule = await ask(company.admin, 'POST', '/schedules', {
    body: 'lembrete',
    sendAt: '2995-01-02T12:00:00Z',
    contactId: made.ticket.contactId,
  })
})
step('a schedule is moved', () =>
  ask(company.admin, 'PUT', `/schedules/${made.schedule.id}`, {
    body: 'lembrete mudado',
    sendAt: '2995-02-02T12:00:00Z',
    contactId: made.ticket.contactId,
  }),
)
step('its contact is renamed', () =>
  ask(company.admin, 'PUT', `/contacts/${made.ticket.contactId}`, { name: 'Helena C.', number: HELENA }),
)
step('a schedule is deleted', () => ask(company.admin, 'DELETE', `/schedules/${made.schedule.id}`))

/* Internal chat. */
step('an internal chat is made', async () => {
  made.chat = await ask(company.admin, 'POST', '/chats', {
    title: 'Equipe',
    users: [{ id: company.vera.session.user.id }],
  })
})
step('both open it', async () => {
  for (const viewer of [company.admin, company.vera]) {
    await viewer.subscribe(['getChatByUuid', made.chat.uuid])
    await viewer.subscribe(['listChatMessages', made.chat.id])
  }
})
step('one writes', () =>
  ask(company.admin, 'POST', `/chats/${made.chat.id}/messages`, { message: 'Bom dia' }),
)
step('the other reads', () => ask(company.vera, 'POST', `/chats/${made.chat.id}/read`, {}))
step('a chat is renamed', () => ask(company.admin, 'PUT', `/chats/${made.chat.id}`, { title: 'Time' }))
step('a second chat is made', () =>
  ask(company.vera, 'POST', '/chats', {
    title: 'Café',
    users: [{ id: company.admin.session.user.id }],
  }),
)
step('the first is used again', () =>
  ask(company.vera, 'POST', `/chats/${made.chat.id}/messages`, { message: 'Voltei' }),
)
step('a member leaves it', () =>
  ask(company.admin, 'PUT', `/chats/${made.chat.id}`, { users: [{ id: company.saul.session.user.id }] }),
)
step('a chat is deleted', () => ask(company.admin, 'DELETE', `/chats/${made.chat.id}`))

/* File lists. */
step('a file list is made', async () => {
  made.fileList = await ask(company.admin, 'POST', '/files', {
    name: 'Tabela',
    message: 'Segue a tabela',
    options: [{ name: 'preços' }],
  })
})
step('a file list is changed', () =>
  ask(company.admin, 'PUT', `/files/${made.fileList.id}`, { name: 'A tabela', message: 'Segue' }),
)
step('a file list is deleted', () => ask(company.admin, 'DELETE', `/files/${made.fileList.id}`))

/* Queues and their options. */
step('an option is made', async () => {
  made.option = await ask(company.admin, 'POST', '/queue-options', {
    title: 'Orçamento',
    queueId: company.vendas.id,
  })
})
step('an option is changed', () =>
  ask(company.admin, 'PUT', `/queue-options/${made.option.id}`, { title: 'Preço' }),
)
step('an option is deleted', () => ask(company.admin, 'DELETE', `/queue-options/${made.option.id}`))

/* Prompts and integrations. */
step('a prompt is made', async () => {
  made.prompt = await ask(company.admin, 'POST', '/prompt', {
    name: 'Vendedor',
    prompt: 'Venda com gentileza',
    queueId: company.vendas.id,
  })
})
step('an integration is made', async () => {
  made.integration = await ask(company.admin, 'POST', '/queueIntegration', {
    type: 'webhook',
    name: 'Estoque',
    urlN8N: 'https://estoque.example/gancho',
  })
})
step('a queue gets both', () =>
  ask(company.admin, 'PUT', `/queue/${company.vendas.id}`, {
    name: 'Vendas',
    promptId: made.prompt.id,
    integrationId: made.integration.id,
  }),
)
step('the queue is renamed', () =>
  ask(company.admin, 'PUT', `/queue/${company.vendas.id}`, { name: 'Comercial' }),
)
step('a prompt is changed', () =>
  ask(company.admin, 'PUT', `/prompt/${made.prompt.id}`, { name: 'Atendente' }),
)
step('an integration is changed', () =>
  ask(company.admin, 'PUT', `/queueIntegration/${made.integration.id}`, { name: 'Depósito' }),
)
step('a prompt is deleted', () => ask(company.admin, 'DELETE', `/prompt/${made.prompt.id}`))
step('an integration is deleted', () =>
  ask(company.admin, 'DELETE', `/queueIntegration/${made.integration.id}`),
)

/* Contact lists and campaigns. */
step('a contact list is made', async () => {
  made.list = await ask(company.admin, 'POST', '/contact-lists', { name: 'Clientes' })
})
step('it is opened', async () => {
  await company.admin.subscribe(['getContactList', made.list.id])
  await company.admin.subscribe(['listContactListItems', { contactListId: made.list.id, searchParam: '' }])
})
step('a contact is added, and its number checked', async () => {
  made.item = await ask(company.admin, 'POST', '/contact-list-items', {
    name: 'Helena',
    number: HELENA,
    contactListId: made.list.id,
  })
})
step('it is renamed', () =>
  ask(company.admin, 'PUT', `/contact-list-items/${made.item.id}`, { name: 'Dona Helena' }),
)
step('a campaign is made', async () => {
  made.campaign = await ask(company.admin, 'POST', '/campaigns', {
    name: 'Natal',
    message1: 'Boas festas, {nome}',
    whatsappId: company.connection.id,
    contactListId: made.list.id,
  })
})
step('it is opened beside its list', () => company.admin.subscribe(['getCampaign', made.campaign.id]))
step('the contact list is renamed', () =>
  ask(company.admin, 'PUT', `/contact-lists/${made.list.id}`, { name: 'Clientes de 2026' }),
)
step('its connection is renamed', () =>
  ask(company.admin, 'PUT', `/whatsapp/${company.connection.id}`, { name: 'Zap Centro' }),
)
const readCampaign = () => ask<CampaignView>(company.admin, 'GET', `/campaigns/${made.campaign.id}`)
step('the campaign runs to its end', async () => {
  await ask(company.admin, 'PUT', `/campaigns/${made.campaign.id}`, { scheduledAt: new Date().toISOString() })
  await until(async () => (await readCampaign()).completedAt !== null, 'the end of the campaign')
})
step('the campaign is deleted', () => ask(company.admin, 'DELETE', `/campaigns/${made.campaign.id}`))
step('a contact is taken off the list', () =>
  ask(company.admin, 'DELETE', `/contact-list-items/${made.item.id}`),
)
step('the contact list is deleted', () => ask(company.admin, 'DELETE', `/contact-lists/${made.list.id}`))

/* Users and settings. */
step('a user is made', async () => {
  made.user = await ask(company.admin, 'POST', '/users', {
    name: 'Teo',
    email: 'teo@empresa.test',
    password: 'seis gansos',
    profile: 'user',
    queueIds: [company.suporte.id],
  })
})
step('a user is renamed', () => ask(company.admin, 'PUT', `/users/${made.user.id}`, { name: 'Teodoro' }))
step('a member of a chat is renamed', () =>
  ask(company.admin, 'PUT', `/users/${company.vera.session.user.id}`, { name: 'Vera Lúcia' }),
)
step('a user is deleted', () => ask(company.admin, 'DELETE', `/users/${made.user.id}`))
step('a setting is changed', () => ask(company.admin, 'PUT', '/settings/userRating', { value: 'enabled' }))
step('the business hours are changed', () =>
  ask(company.admin, 'PUT', `/companies/${company.id}/schedules`, { timeZone: 'America/Manaus' }),
)

/* The platform. */
step('an announcement is made', async () => {
  made.announcement = await ask(root, 'POST', '/announcements', { title: 'Manutenção', text: 'No domingo' })
})
step('an announcement is changed', () =>
  ask(root, 'PUT', `/announcements/${made.announcement.id}`, { title: 'Manutenção adiada', priority: 1 }),
)
step('an announcement is no longer shown', () =>
  ask(root, 'PUT', `/announcements/${made.announcement.id}`, { status: false }),
)
step('an announcement is deleted', () => ask(root, 'DELETE', `/announcements/${made.announcement.id}`))
step('a help video is made on its page', () =>
  root.run('createHelp', { title: 'Começo', description: '', video: 'dQw4w9WgXcQ' }),
)
step('a plan is made on its page', async () => {
  await root.run('createPlan', { name: 'Plano Sol', users: 9, connections: 3, queues: 9, value: 49.9 })
  const plans = await ask<ManagedPlanView[]>(root, 'GET', '/plans/all')
  made.plan = plans.find(({ name }) => name === 'Plano Sol')!
})
step('the company gets it', () =>
  root.run('updateCompany', { id: company.id, body: { name: 'Empresa', planId: made.plan.id } }),
)
step('the plan loses a feature, whose page is left', async () => {
  company.admin.unsubscribe(['listPrompts', undefined])
  await root.run('updatePlan', { id: made.plan.id, body: { name: 'Plano Lua', useOpenAi: false } })
})
