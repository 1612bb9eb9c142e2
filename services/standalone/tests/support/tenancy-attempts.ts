import { SECRET_MASK } from '@balcao/contracts'

import { NOWHERE, type Ids } from './tenancy-ids'

export interface Attempt {
  path: string
  body?: (own: Ids, foreign: Ids) => unknown
}

const pdf = () => {
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.4 alheio'], { type: 'application/pdf' }), 'a.pdf')
  return form
}
const userBody = { name: 'Invasor', email: 'invasor@example.test', password: 'nove corvos' }
const contactBody = { name: 'Invasor', number: '5511900000000' }
const queueBody = { name: 'Invasora', color: '#0f0f0f' }
const buildSchedule = (contactId: number) => ({
  body: 'lembrete alheio',
  sendAt: '2999-01-01T12:00:00Z',
  contactId,
})

const buildPreview = (own: Ids, foreign: object) => ({
  name: 'Alheia',
  message1: 'Oi',
  sendNow: true,
  whatsappId: own.connection,
  contactListId: own.contactList,
  ...foreign,
})

/** Per route: one attempt for each position that can hold a foreign id. `{x}` is filled from the ids. */
export const attempts: Record<string, Attempt[]> = {
  'get /users': [{ path: '/users?companyId={company}' }],
  'get /users/list': [{ path: '/users/list?companyId={company}' }],
  'get /users/:userId': [{ path: '/users/{user}' }],
  'post /users': [
    { path: '/users', body: (_own, foreign) => ({ ...userBody, queueIds: [foreign.queue] }) },
    { path: '/users', body: (_own, foreign) => ({ ...userBody, whatsappId: foreign.connection }) },
    { path: '/users', body: (_own, foreign) => ({ ...userBody, companyId: foreign.company }) },
  ],
  'put /users/:userId': [
    { path: '/users/{user}', body: () => ({ name: 'Invasor', password: 'nove corvos' }) },
    { path: '/users/{ownUser}', body: (_own, foreign) => ({ queueIds: [foreign.queue] }) },
    { path: '/users/{ownUser}', body: (_own, foreign) => ({ whatsappId: foreign.connection }) },
    { path: '/users/{ownUser}', body: (_own, foreign) => ({ companyId: foreign.company }) },
  ],
  'post /users/:userId/email': [{ path: '/users/{user}/email', body: () => ({ code: 'AAAA-AAAA' }) }],
  'post /users/:userId/invitation': [{ path: '/users/{user}/invitation' }],
  'delete /users/:userId': [{ path: '/users/{user}' }],
  'get /companies/:companyId': [{ path: '/companies/{company}' }],
  // Billing's own suite has the invoice of another company, and charges in two.
  'post /subscription': [{ path: '/subscription', body: () => ({ invoiceId: NOWHERE }) }],
  'get /subscription/simulated/:txid': [{ path: '/subscription/simulated/{message}' }],
  'post /subscription/simulated/:txid/pay': [
    { path: '/subscription/simulated/{message}/pay', body: () => ({}) },
  ],
  'get /companies/listPlan/:companyId': [{ path: '/companies/listPlan/{company}' }],
  'get /queue': [{ path: '/queue?companyId={company}' }],
  'put /queue/:queueId': [
    { path: '/queue/{ownQueue}', body: (_own, foreign) => ({ promptId: foreign.prompt }) },
    { path: '/queue/{ownQueue}', body: (_own, foreign) => ({ integrationId: foreign.integration }) },
  ],
  'post /queue': [
    { path: '/queue', body: (_own, foreign) => ({ ...queueBody, promptId: foreign.prompt }) },
    { path: '/queue', body: (_own, foreign) => ({ ...queueBody, integrationId: foreign.integration }) },
  ],
  'post /queue/:queueId/media-upload': [{ path: '/queue/{queue}/media-upload', body: () => pdf() }],
  'delete /queue/:queueId/media-upload': [{ path: '/queue/{queue}/media-upload' }],
  'get /queue-options': [
    { path: '/queue-options?queueId={queue}' },
    { path: '/queue-options?queueId={ownQueue}&parentId={option}' },
    { path: '/queue-options?queueId={ownQueue}&queueOptionId={option}' },
  ],
  'post /queue-options': [
    { path: '/queue-options', body: (_own, foreign) => ({ queueId: foreign.queue, title: 'Alheia' }) },
    {
      path: '/queue-options',
      body: (own, foreign) => ({ queueId: own.queue, parentId: foreign.option, title: 'Alheia' }),
    },
  ],
  'put /queue-options/:queueOptionId': [
    { path: '/queue-options/{option}', body: () => ({ title: 'Alheia' }) },
    { path: '/queue-options/{ownOption}', body: (_own, foreign) => ({ parentId: foreign.option }) },
  ],
  'delete /queue-options/:queueOptionId': [{ path: '/queue-options/{option}' }],
  'post /queue-options/:queueOptionId/media-upload': [
    { path: '/queue-options/{option}/media-upload', body: () => pdf() },
  ],
  'delete /queue-options/:queueOptionId/media-upload': [{ path: '/queue-options/{option}/media-upload' }],
  'post /queueIntegration/testSession': [
    {
      path: '/queueIntegration/testSession',
      body: (_own, foreign) => ({
        integrationId: foreign.integration,
        projectName: 'alheio',
        jsonContent: SECRET_MASK,
        language: 'en',
      }),
    },
  ],
  'get /prompt/:promptId': [{ path: '/prompt/{prompt}' }],
  'put /prompt/:promptId': [
    { path: '/prompt/{prompt}', body: () => ({ name: 'Alheio' }) },
    { path: '/prompt/{ownPrompt}', body: (_own, foreign) => ({ queueId: foreign.queue }) },
  ],
  'post /prompt': [
    {
      path: '/prompt',
      body: (_own, foreign) => ({ name: 'Alheio', prompt: 'x', queueId: foreign.queue }),
    },
  ],
  'delete /prompt/:promptId': [{ path: '/prompt/{prompt}' }],
  'get /companies/:companyId/schedules': [{ path: '/companies/{company}/schedules' }],
  'put /companies/:companyId/schedules': [
    { path: '/companies/{company}/schedules', body: () => ({ schedules: [] }) },
  ],
  'post /contacts/:contactId/merge': [
    { path: '/contacts/{contact}/merge', body: (own) => ({ contactId: own.contact }) },
    { path: '/contacts/{ownContact}/merge', body: (_own, foreign) => ({ contactId: foreign.contact }) },
  ],
  'get /contacts/:contactId/merges': [{ path: '/contacts/{contact}/merges' }],
  'post /contacts/:contactId/unmerge': [
    { path: '/contacts/{contact}/unmerge', body: (own) => ({ contactId: own.contact }) },
    { path: '/contacts/{ownContact}/unmerge', body: (_own, foreign) => ({ contactId: foreign.contact }) },
  ],
  'get /contacts/imports/:importId': [{ path: '/contacts/imports/{import}' }],
  'get /contacts/imports/:importId/faults': [{ path: '/contacts/imports/{import}/faults' }],
  'post /tags/sync': [
    { path: '/tags/sync', body: (own, foreign) => ({ ticketId: foreign.ticket, tags: [{ id: own.tag }] }) },
    { path: '/tags/sync', body: (own, foreign) => ({ ticketId: own.ticket, tags: [{ id: foreign.tag }] }) },
  ],
  'get /ticket/kanban': [
    { path: '/ticket/kanban?queueIds=[{queue}]' },
    { path: '/ticket/kanban?tags=[{tag}]' },
    { path: '/ticket/kanban?withoutTags=[{tag}]' },
    { path: '/ticket/kanban?users=[{user}]' },
  ],
  'put /ticket-tags/:ticketId/:tagId': [
    { path: '/ticket-tags/{ticket}/{ownTag}' },
    { path: '/ticket-tags/{ownTicket}/{tag}' },
  ],
  'delete /ticket-tags/:ticketId': [{ path: '/ticket-tags/{ticket}' }],
  'post /quick-messages/:quickMessageId/media-upload': [
    { path: '/quick-messages/{quickMessage}/media-upload', body: () => pdf() },
  ],
  'delete /quick-messages/:quickMessageId/media-upload': [
    { path: '/quick-messages/{quickMessage}/media-upload' },
  ],
  'get /quick-messages': [{ path: '/quick-messages?userId={user}&companyId={company}' }],
  'get /quick-messages/list': [{ path: '/quick-messages/list?userId={user}&companyId={company}' }],
  'get /files': [{ path: '/files?companyId={company}' }],
  'post /files/uploadList/:fileListId': [
    {
      path: '/files/uploadList/{fileList}',
      body: () => {
        const form = new FormData()
        form.append('id', '1')
        form.append('files', new Blob(['%PDF-1.4 alheio'], { type: 'application/pdf' }), 'a.pdf')
        return form
      },
    },
  ],
  'get /chats/:chatId': [{ path: '/chats/{chat}' }],
  'get /chats/u/:uuid': [{ path: '/chats/u/{chatUuid}' }],
  'post /chats': [
    { path: '/chats', body: (_own, foreign) => ({ title: 'Alheia', users: [{ id: foreign.user }] }) },
  ],
  'put /chats/:chatId': [
    { path: '/chats/{chat}', body: () => ({ title: 'Alheia' }) },
    { path: '/chats/{ownChat}', body: (_own, foreign) => ({ users: [{ id: foreign.user }] }) },
  ],
  'delete /chats/:chatId': [{ path: '/chats/{chat}' }],
  'get /chats/:chatId/messages': [{ path: '/chats/{chat}/messages' }],
  'post /chats/:chatId/messages': [{ path: '/chats/{chat}/messages', body: () => ({ message: 'intruso' }) }],
  'post /chats/:chatId/read': [{ path: '/chats/{chat}/read', body: () => ({}) }],
  'get /dashboard/ticketsUsers': [
    { path: '/dashboard/ticketsUsers?initialDate=2026-01-01&finalDate=2026-01-02&companyId={company}' },
  ],
  'get /dashboard/ticketsDay': [
    { path: '/dashboard/ticketsDay?initialDate=2026-01-01&finalDate=2026-01-02&companyId={company}' },
  ],
  'get /dashboard/trends': [
    { path: '/dashboard/trends?initialDate=2026-01-01&finalDate=2026-01-02&companyId={company}' },
  ],
  'get /dashboard/message-costs': [
    { path: '/dashboard/message-costs?initialDate=2026-01-01&finalDate=2026-01-02&companyId={company}' },
  ],
  'get /ticket-notes/list': [
    { path: '/ticket-notes/list?ticketId={ticket}&contactId={contact}' },
    { path: '/ticket-notes/list?contactId={contact}' },
  ],
  'post /ticket-notes': [
    {
      path: '/ticket-notes',
      body: (_own, foreign) => ({ note: 'alheia', ticketId: foreign.ticket, contactId: foreign.contact }),
    },
    {
      path: '/ticket-notes',
      body: (own, foreign) => ({ note: 'alheia', ticketId: own.ticket, contactId: foreign.contact }),
    },
  ],
  'delete /ticket-notes/:noteId': [{ path: '/ticket-notes/{note}' }],
  'get /tickets': [
    { path: '/tickets?queueIds=[{queue}]&showAll=true' },
    { path: '/tickets?tags=[{tag}]&showAll=true' },
    { path: '/tickets?withoutTags=[{tag}]&showAll=true' },
    { path: '/tickets?users=[{user}]&showAll=true' },
    { path: '/tickets?contactId={contact}&showAll=true' },
  ],
  'get /tickets/:ticketId': [{ path: '/tickets/{ticket}' }],
  'get /tickets/u/:uuid': [{ path: '/tickets/u/{ticketUuid}' }],
  'post /tickets': [
    { path: '/tickets', body: (_own, foreign) => ({ contactId: foreign.contact }) },
    { path: '/tickets', body: (own, foreign) => ({ contactId: own.contact, queueId: foreign.queue }) },
    {
      path: '/tickets',
      body: (own, foreign) => ({ contactId: own.contact, whatsappId: foreign.connection }),
    },
    { path: '/tickets', body: (own, foreign) => ({ contactId: own.contact, userId: foreign.user }) },
  ],
  'put /tickets/:ticketId': [
    { path: '/tickets/{ticket}', body: () => ({ status: 'closed' }) },
    { path: '/tickets/{ownTicket}', body: (_own, foreign) => ({ userId: foreign.user }) },
    { path: '/tickets/{ownTicket}', body: (_own, foreign) => ({ queueId: foreign.queue }) },
    { path: '/tickets/{ownTicket}', body: (_own, foreign) => ({ whatsappId: foreign.connection }) },
    { path: '/tickets/{ownTicket}', body: (_own, foreign) => ({ promptId: foreign.prompt }) },
    { path: '/tickets/{ownTicket}', body: (_own, foreign) => ({ integrationId: foreign.integration }) },
  ],
  'get /tickets/:ticketId/log': [{ path: '/tickets/{ticket}/log' }],
  'post /tickets/:ticketId/read': [{ path: '/tickets/{ticket}/read' }],
  'delete /tickets/:ticketId': [{ path: '/tickets/{ticket}' }],
  'get /messages/:ticketId': [{ path: '/messages/{ticket}' }],
  'get /messages/:ticketId/earlier': [{ path: '/messages/{ticket}/earlier' }],
  'get /messages/:ticketId/search': [{ path: '/messages/{ticket}/search?searchParam=a' }],
  'post /messages/:ticketId': [
    { path: '/messages/{ticket}', body: () => ({ body: 'intruso' }) },
    {
      path: '/messages/{ownTicket}',
      body: (_own, foreign) => ({ body: 'cito', quotedMsgId: foreign.message }),
    },
  ],
  'post /messages/forward': [
    {
      path: '/messages/forward',
      body: (own, foreign) => ({ messageIds: [foreign.message], ticketIds: [own.ticket] }),
    },
    {
      path: '/messages/forward',
      body: (own, foreign) => ({ messageIds: [own.message], ticketIds: [foreign.ticket] }),
    },
    {
      path: '/messages/forward',
      body: (own, foreign) => ({ messageIds: [own.message], contactIds: [foreign.contact] }),
    },
  ],
  'delete /messages/:messageId': [{ path: '/messages/{message}' }],
  'put /messages/:messageId': [{ path: '/messages/{message}', body: () => ({ body: 'intruso' }) }],
  'post /messages/edit/:messageId': [{ path: '/messages/edit/{message}', body: () => ({ body: 'intruso' }) }],
  'post /messages/react/:messageId': [{ path: '/messages/react/{message}', body: () => ({ type: '👍' }) }],
  'post /messages/:messageId/reactions': [
    { path: '/messages/{message}/reactions', body: () => ({ emoji: '👍' }) },
  ],
  'post /messages/:ticketId/ask-number': [{ path: '/messages/{ticket}/ask-number' }],
  'post /messages/:ticketId/typing': [
    { path: '/messages/{ticket}/typing', body: () => ({ isTyping: true }) },
  ],
  'get /whatsapp': [{ path: '/whatsapp?companyId={company}' }],
  'get /whatsapp/:whatsappId': [{ path: '/whatsapp/{connection}' }],
  'post /whatsapp': [
    { path: '/whatsapp', body: (_own, foreign) => ({ name: 'Intrusa', queueIds: [foreign.queue] }) },
    { path: '/whatsapp', body: (_own, foreign) => ({ name: 'Intrusa', promptId: foreign.prompt }) },
    { path: '/whatsapp', body: (_own, foreign) => ({ name: 'Intrusa', transferQueueId: foreign.queue }) },
  ],
  'put /whatsapp/:whatsappId': [
    { path: '/whatsapp/{connection}', body: () => ({ name: 'Intrusa' }) },
    {
      path: '/whatsapp/{ownConnection}',
      body: (_own, foreign) => ({ name: 'Minha', isDefault: true, queueIds: [foreign.queue] }),
    },
    { path: '/whatsapp/{ownConnection}', body: (_own, foreign) => ({ promptId: foreign.prompt }) },
    { path: '/whatsapp/{ownConnection}', body: (_own, foreign) => ({ transferQueueId: foreign.queue }) },
  ],
  'delete /whatsapp/:whatsappId': [{ path: '/whatsapp/{connection}' }],
  'post /whatsapp/:whatsappId/token': [{ path: '/whatsapp/{connection}/token', body: () => ({}) }],
  'post /whatsappsession/:whatsappId': [{ path: '/whatsappsession/{connection}', body: () => ({}) }],
  'put /whatsappsession/:whatsappId': [{ path: '/whatsappsession/{connection}', body: () => ({}) }],
  'delete /whatsappsession/:whatsappId': [{ path: '/whatsappsession/{connection}' }],
  'post /whatsappsession/:whatsappId/pairing-code': [
    { path: '/whatsappsession/{connection}/pairing-code', body: () => ({ number: '5511977770001' }) },
  ],
  'post /whatsappsession/:whatsappId/passkey': [
    {
      path: '/whatsappsession/{connection}/passkey',
      body: () => ({
        id: 'a',
        rawId: 'a',
        type: 'public-key',
        response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
      }),
    },
  ],
  'post /whatsappsession/:whatsappId/passkey/confirm': [
    { path: '/whatsappsession/{connection}/passkey/confirm', body: () => ({}) },
  ],
  'get /whatsapp/:whatsappId/cloud-account': [{ path: '/whatsapp/{connection}/cloud-account' }],
  'put /whatsapp/:whatsappId/cloud-account': [
    {
      path: '/whatsapp/{connection}/cloud-account',
      body: () => ({
        phoneNumberId: '106540352242922',
        businessAccountId: '102290129340398',
        token: 'EAAtenancy',
        appSecret: 'a-secret-of-an-app',
        verifyToken: 'a-verify-token',
      }),
    },
  ],
  'post /whatsapp/:whatsappId/cloud-account/signup': [
    {
      path: '/whatsapp/{connection}/cloud-account/signup',
      body: () => ({
        code: 'AQtenancy',
        phoneNumberId: '106540352242922',
        businessAccountId: '102290129340398',
      }),
    },
  ],
  'get /whatsapp/:whatsappId/move': [{ path: '/whatsapp/{connection}/move' }],
  'post /whatsapp/:whatsappId/move': [
    {
      path: '/whatsapp/{connection}/move',
      body: () => ({
        phoneNumberId: '106540352242922',
        businessAccountId: '102290129340398',
        token: 'EAAtenancy',
        appSecret: 'a-secret-of-an-app',
        verifyToken: 'a-verify-token',
      }),
    },
  ],
  'get /whatsapp/:whatsappId/templates': [{ path: '/whatsapp/{connection}/templates' }],
  'post /whatsapp/:whatsappId/templates/sync': [
    { path: '/whatsapp/{connection}/templates/sync', body: () => ({}) },
  ],
  'post /whatsapp/:whatsappId/templates': [
    {
      path: '/whatsapp/{connection}/templates',
      body: () => ({
        name: 'pedido_saiu',
        language: 'pt_BR',
        category: 'UTILITY',
        body: 'O seu pedido saiu para entrega.',
      }),
    },
  ],
  'put /whatsapp/:whatsappId/templates/:templateId': [
    {
      path: '/whatsapp/{connection}/templates/1234567890',
      body: () => ({ body: 'O seu pedido saiu para entrega.' }),
    },
  ],
  'delete /whatsapp/:whatsappId/templates/:templateId': [
    { path: '/whatsapp/{connection}/templates/1234567890' },
  ],
  'get /whatsapp/:whatsappId/fallbacks': [{ path: '/whatsapp/{connection}/fallbacks' }],
  'put /whatsapp/:whatsappId/fallbacks/:text': [
    { path: '/whatsapp/{connection}/fallbacks/rating', body: () => ({ template: null }) },
  ],
  'get /whatsapp/:whatsappId/health': [{ path: '/whatsapp/{connection}/health' }],
  'get /whatsapp/:whatsappId/lanes': [{ path: '/whatsapp/{connection}/lanes' }],
  'put /whatsapp/:whatsappId/lanes': [
    { path: '/whatsapp/{connection}/lanes', body: () => ({ perMinute: 1 }) },
  ],
  'post /whatsapp/:whatsappId/lanes/resume': [
    { path: '/whatsapp/{connection}/lanes/resume', body: () => ({}) },
  ],
  'get /whatsapp/:whatsappId/webhooks': [{ path: '/whatsapp/{connection}/webhooks' }],
  'post /whatsapp/:whatsappId/webhooks': [
    { path: '/whatsapp/{connection}/webhooks', body: () => ({ url: 'https://hooks.example.com/' }) },
  ],
  // The number is a webhook of no company; the gateway's own suite tries those of another company.
  'delete /whatsapp/:whatsappId/webhooks/:webhookId': [{ path: '/whatsapp/{connection}/webhooks/1' }],
  'get /whatsapp/:whatsappId/dead-reports': [{ path: '/whatsapp/{connection}/dead-reports' }],
  'post /whatsapp/:whatsappId/dead-reports/replay': [
    { path: '/whatsapp/{connection}/dead-reports/replay', body: () => ({}) },
  ],
  'post /api-keys': [
    {
      path: '/api-keys',
      body: (_own, foreign) => ({ name: 'Alheia', scopes: ['tickets:read'], queueIds: [foreign.queue] }),
    },
  ],
  'put /api-keys/:apiKeyId': [
    { path: '/api-keys/{apiKey}', body: () => ({ name: 'Alheia' }) },
    { path: '/api-keys/{ownApiKey}', body: (_own, foreign) => ({ queueIds: [foreign.queue] }) },
  ],
  'delete /api-keys/:apiKeyId': [{ path: '/api-keys/{apiKey}' }],
  'put /webhooks/:webhookId': [
    { path: '/webhooks/{webhook}', body: () => ({ url: 'https://hooks.example.com/' }) },
  ],
  'delete /webhooks/:webhookId': [{ path: '/webhooks/{webhook}' }],
  'post /webhooks/:webhookId/secret': [{ path: '/webhooks/{webhook}/secret', body: () => ({}) }],
  'post /webhooks/:webhookId/test': [{ path: '/webhooks/{webhook}/test', body: () => ({}) }],
  'post /webhooks/:webhookId/pause': [{ path: '/webhooks/{webhook}/pause', body: () => ({}) }],
  'post /webhooks/:webhookId/resume': [{ path: '/webhooks/{webhook}/resume', body: () => ({}) }],
  'post /webhooks/:webhookId/replay': [{ path: '/webhooks/{webhook}/replay', body: () => ({}) }],
  'get /webhooks/:webhookId/deliveries': [{ path: '/webhooks/{webhook}/deliveries' }],
  // The number is a delivery of no company; realtime's own suite tries those of another company.
  'get /webhooks/:webhookId/deliveries/:deliveryId': [{ path: '/webhooks/{webhook}/deliveries/1' }],
  'get /whatsapp/:whatsappId/merges': [{ path: '/whatsapp/{connection}/merges' }],
  // No company here has merged conversations; the gateway's own suite covers merges in two.
  'post /whatsapp/merges/:mergeId/undo': [{ path: '/whatsapp/merges/{message}/undo', body: () => ({}) }],
  'get /campaigns/:campaignId': [{ path: '/campaigns/{campaign}' }],
  'post /campaigns': [
    { path: '/campaigns', body: (_own, foreign) => ({ name: 'Alheia', contactListId: foreign.contactList }) },
    { path: '/campaigns', body: (_own, foreign) => ({ name: 'Alheia', whatsappId: foreign.connection }) },
    { path: '/campaigns', body: (_own, foreign) => ({ name: 'Alheia', tagListId: foreign.tag }) },
    { path: '/campaigns', body: (_own, foreign) => ({ name: 'Alheia', fileListId: foreign.fileList }) },
  ],
  'post /campaigns/preview': [
    {
      path: '/campaigns/preview',
      body: (own, foreign) => buildPreview(own, { contactListId: foreign.contactList }),
    },
    { path: '/campaigns/preview', body: (own, foreign) => buildPreview(own, { tagListId: foreign.tag }) },
    {
      path: '/campaigns/preview',
      body: (own, foreign) => buildPreview(own, { whatsappId: foreign.connection }),
    },
  ],
  'put /campaigns/:campaignId': [
    { path: '/campaigns/{campaign}', body: () => ({ name: 'Alheia' }) },
    { path: '/campaigns/{ownCampaign}', body: (_own, foreign) => ({ contactListId: foreign.contactList }) },
    { path: '/campaigns/{ownCampaign}', body: (_own, foreign) => ({ whatsappId: foreign.connection }) },
    { path: '/campaigns/{ownCampaign}', body: (_own, foreign) => ({ tagListId: foreign.tag }) },
    { path: '/campaigns/{ownCampaign}', body: (_own, foreign) => ({ fileListId: foreign.fileList }) },
  ],
  'delete /campaigns/:campaignId': [{ path: '/campaigns/{campaign}' }],
  'post /campaigns/:campaignId/media-upload': [
    { path: '/campaigns/{campaign}/media-upload', body: () => pdf() },
  ],
  'delete /campaigns/:campaignId/media-upload': [{ path: '/campaigns/{campaign}/media-upload' }],
  'post /campaigns/:campaignId/cancel': [{ path: '/campaigns/{campaign}/cancel' }],
  'post /campaigns/:campaignId/restart': [{ path: '/campaigns/{campaign}/restart' }],
  'get /campaigns/:campaignId/shipping': [{ path: '/campaigns/{campaign}/shipping' }],
  'post /contact-lists/:contactListId/upload': [
    { path: '/contact-lists/{contactList}/upload', body: () => pdf() },
  ],
  'get /contact-lists/:contactListId/imports/:importId': [
    { path: '/contact-lists/{contactList}/imports/{listImport}' },
    { path: '/contact-lists/{ownContactList}/imports/{listImport}' },
  ],
  'get /contact-lists/:contactListId/imports/:importId/faults': [
    { path: '/contact-lists/{contactList}/imports/{listImport}/faults' },
    { path: '/contact-lists/{ownContactList}/imports/{listImport}/faults' },
  ],
  'get /contact-list-items': [{ path: '/contact-list-items?contactListId={contactList}' }],
  'post /contact-list-items': [
    {
      path: '/contact-list-items',
      body: (_own, foreign) => ({ ...contactBody, contactListId: foreign.contactList }),
    },
  ],
  'get /contact-list-items/:itemId': [{ path: '/contact-list-items/{listItem}' }],
  'put /contact-list-items/:itemId': [
    { path: '/contact-list-items/{listItem}', body: () => ({ name: 'Invasor' }) },
  ],
  'delete /contact-list-items/:itemId': [{ path: '/contact-list-items/{listItem}' }],
  'get /schedules': [{ path: '/schedules?contactId={contact}' }, { path: '/schedules?userId={user}' }],
  'get /schedules/:scheduleId': [{ path: '/schedules/{schedule}' }],
  'post /schedules': [{ path: '/schedules', body: (_own, foreign) => buildSchedule(foreign.contact) }],
  'put /schedules/:scheduleId': [
    { path: '/schedules/{schedule}', body: (own) => buildSchedule(own.contact) },
    { path: '/schedules/{ownSchedule}', body: (_own, foreign) => buildSchedule(foreign.contact) },
  ],
  'delete /schedules/:scheduleId': [{ path: '/schedules/{schedule}' }],
  'post /schedules/:scheduleId/media-upload': [
    { path: '/schedules/{schedule}/media-upload', body: () => pdf() },
  ],
  'delete /schedules/:scheduleId/media-upload': [{ path: '/schedules/{schedule}/media-upload' }],
}

/** Routes without a position for a foreign id (dead events, plans, companies and changes of help videos are for super users only). */
export const withoutIds = new Set([
  'get /api-keys',
  'get /api-keys/current',
  'get /webhooks',
  // Ids of a webhook's filters choose among the company's own events; those of another company's queues choose none.
  'post /webhooks',
  'get /events',
  'get /campaign-settings',
  'post /campaign-settings',
  'get /campaigns',
  'get /contact-lists/list',
  'post /auth/login',
  'post /auth/refresh_token',
  'delete /auth/logout',
  'get /auth/me',
  'get /version',
  'post /companies',
  // Of no session: a code is bound to one e-mail, which is of one company (password-reset.int).
  'post /forgetpassword/:email',
  'post /resetpasswords',
  'post /resetpasswords/:email/:token/:newPassword',
  'post /companies/cadastro',
  // Of no session: the code is mailed to the address that it confirms (unconfirmed-emails.int).
  'post /emails/confirm',
  'get /settings',
  'put /settings/:key',
  'get /helps/list',
  'get /plans/list',
  'get /invoices/all',
  'get /subscription',
  'get /subscription/offers',
  'get /subscription/media-usage',
  'get /subscription/unsettled',
  'post /subscription/unsettled/:txid/resolve',
  'post /subscription/webhook/:provider',
  'post /subscription/webhook/:provider/pix',
  'get /companies',
  'get /companies/list',
  'put /companies/:companyId',
  'delete /companies/:companyId',
  // The download takes a ticket of a super user's session, bound to one company (erasing.int).
  'post /companies/:companyId/export',
  'get /companies/:companyId/export',
  'get /plans/all',
  'get /contacts',
  'get /contacts/list',
  'post /contacts/import',
  'post /contacts/upload',
  'get /contacts/export',
  'get /contacts/exports',
  'post /contacts/imports',
  'post /contacts/imports/preview',
  'get /contacts/imports',
  'get /dashboard',
  // A company's own list and budget: no id is in the path or in the body.
  'get /dashboard/message-budget',
  'get /message-prices',
  'put /message-prices',
  'get /retention',
  'get /retention/preview',
  'put /retention',
  'get /chats',
  // Announcements belong to no company; others than super users may not write them.
  'post /announcements/:announcementId/media-upload',
  'delete /announcements/:announcementId/media-upload',
  'get /tags/list',
  'get /tags/kanban',
  'get /prompt',
  'get /dead-turns/prompts',
  'get /dead-turns/integrations',
  'post /dead-turns/prompts/replay',
  'post /dead-turns/integrations/replay',
  'post /api/messages/send',
  'get /api/messages/usage',
  'get /sync',
  'get /whatsapp-providers',
  'get /whatsapp-web-client',
  'get /dead-events',
  'post /dead-events/:deadEventId/replay',
  'delete /dead-events/:deadEventId',
])
