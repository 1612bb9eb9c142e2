import type { CompanyId } from '@balcao/contracts'
import type { Service, ServicePorts, SheetReader } from '@balcao/kernel'
import {
  ChildSheetReader,
  PgSheetImportStore,
  createEntitlements,
  createHttpEdge,
  createSealer,
  deadEventsConsumer,
  detectMimeType,
  sweepBlobsJob,
} from '@balcao/platform'

import { MongoMovedDocuments, openMongo } from './adapters/mongo'
import { MovingMessageDocuments } from './adapters/moving-message-documents'
import { PgAssistantStore } from './adapters/postgres/pg-assistant-store'
import { PgBotQueueStore } from './adapters/postgres/pg-bot-queue-store'
import { PgCampaignMessageStore } from './adapters/postgres/pg-campaign-message-store'
import { PgClosedTicketStore } from './adapters/postgres/pg-closed-ticket-store'
import { PgClosedWordsStore } from './adapters/postgres/pg-closed-words-store'
import { PgConnectionStore } from './adapters/postgres/pg-connection-store'
import { PgContactExportStore } from './adapters/postgres/pg-contact-export-store'
import { PgContactSendStore } from './adapters/postgres/pg-contact-send-store'
import { PgContactStore } from './adapters/postgres/pg-contact-store'
import { PgDashboardStore } from './adapters/postgres/pg-dashboard-store'
import { PgDocumentMoves } from './adapters/postgres/pg-document-moves'
import { PgHousekeeping } from './adapters/postgres/pg-housekeeping'
import { PgIntegrationStore } from './adapters/postgres/pg-integration-store'
import { PgInternalChatStore } from './adapters/postgres/pg-internal-chat-store'
import { PgMessageDocuments } from './adapters/postgres/pg-message-documents'
import { PgMessagePriceStore } from './adapters/postgres/pg-message-price-store'
import { PgMessageStore } from './adapters/postgres/pg-message-store'
import { PgNoteStore } from './adapters/postgres/pg-note-store'
import { PgOldChatStore } from './adapters/postgres/pg-old-chat-store'
import { PgPictureRequestStore } from './adapters/postgres/pg-picture-request-store'
import { PgPromptStore } from './adapters/postgres/pg-prompt-store'
import { PgQueueOptionStore } from './adapters/postgres/pg-queue-option-store'
import { PgQueueStore } from './adapters/postgres/pg-queue-store'
import { PgQuickMessageStore } from './adapters/postgres/pg-quick-message-store'
import { PgRetentionRuleStore } from './adapters/postgres/pg-retention-rule-store'
import { PgTagStore } from './adapters/postgres/pg-tag-store'
import { PgTicketLogStore } from './adapters/postgres/pg-ticket-log-store'
import { PgTicketStore } from './adapters/postgres/pg-ticket-store'
import { PgTimerStore } from './adapters/postgres/pg-timer-store'
import { PgTrackingStore } from './adapters/postgres/pg-tracking-store'
import { openAssistantHttp } from './assistant-http'
import { ticketsCompanyExport } from './company-export'
import type { DocumentsChoice, TicketsConfig } from './config'
import { assistantJobs } from './features/assistants/assistants.job'
import { assistantRoutes } from './features/assistants/assistants.routes'
import { connectionsConsumer } from './features/connections/connections.consumer'
import { createPictureQueue, picturesConsumer, refreshPicture } from './features/contacts'
import { contactRoutes } from './features/contacts/contacts.routes'
import { dashboardRoutes } from './features/dashboard/dashboard.routes'
import { ticketsCompanyErasure } from './features/housekeeping'
import { documentJobs, housekeepingJobs } from './features/housekeeping/housekeeping.job'
import { importJobs } from './features/imports/imports.job'
import { importRoutes } from './features/imports/imports.routes'
import { inboundConsumer } from './features/inbound/inbound.consumer'
import { createStrangerCalls } from './features/inbound/stranger-calls'
import { integrationRoutes } from './features/integrations/integrations.routes'
import { kanbanRoutes } from './features/kanban/kanban.routes'
import { internalChatRoutes } from './features/internal-chats/internal-chats.routes'
import { internalChatMembersConsumer } from './features/internal-chats/members.consumer'
import { messageBudgetsJob } from './features/message-costs/message-costs.job'
import { messageCostRoutes } from './features/message-costs/message-costs.routes'
import { messagePricesConsumer } from './features/message-costs/message-prices.consumer'
import { createCustomerTexts } from './features/messages'
import { acksConsumer } from './features/messages/acks.consumer'
import { messageRoutes } from './features/messages/messages.routes'
import { noteRoutes } from './features/notes/notes.routes'
import { promptRoutes } from './features/prompts/prompts.routes'
import { queueOptionRoutes } from './features/queues/queue-options.routes'
import { queueRoutes } from './features/queues/queues.routes'
import { quickMessageAuthorsConsumer } from './features/quick-messages/authors.consumer'
import { quickMessageRoutes } from './features/quick-messages/quick-messages.routes'
import { retentionJobs } from './features/retention/retention.job'
import { retentionRoutes } from './features/retention/retention.routes'
import { ticketsRpc } from './features/rpc/tickets.rpc'
import { createSettingsReader } from './features/settings'
import { settingsConsumer } from './features/settings/settings.consumer'
import { tagRoutes } from './features/tags/tags.routes'
import { ticketRoutes } from './features/tickets/tickets.routes'
import { timerJobs } from './features/timers/timers.job'
import { usersConsumer } from './features/tickets/users.consumer'
import { ticketsMigrations } from './migrations'
import { signals } from './signals'

export { ticketsConfig, type TicketsConfig } from './config'
export { seedQueues, seedTags, type SeededQueue, type SeededTag } from './seed'
export { seedHistory, type PastTicket } from './seed-history'
export * from './system-imports'

function chooseDocuments(choice: DocumentsChoice, { db }: ServicePorts) {
  if (choice.kind === 'postgres') {
    const close = () => Promise.resolve()
    return { documents: new PgMessageDocuments(db), moving: undefined, close }
  }
  const mongo = openMongo(choice.url)
  const moved = new MongoMovedDocuments(mongo)
  return {
    documents: new MovingMessageDocuments(db, moved),
    moving: { moves: new PgDocumentMoves(db), moved },
    close: () => mongo.close(),
  }
}

function wire(config: TicketsConfig, ports: ServicePorts, sheets: SheetReader = new ChildSheetReader()) {
  const entitlements = createEntitlements(ports)
  const deps = {
    ...ports,
    maxUploadBytes: config.maxUploadBytes,
    settings: createSettingsReader(ports, signals.settingsUnavailable),
    tickets: new PgTicketStore(),
    log: new PgTicketLogStore(),
    trackings: new PgTrackingStore(),
    timers: new PgTimerStore(ports.db),
    connections: new PgConnectionStore(),
    botQueues: new PgBotQueueStore(),
    contacts: new PgContactStore(),
    contactExports: new PgContactExportStore(),
    imports: new PgSheetImportStore(),
    sheets,
    queues: new PgQueueStore(),
    queueOptions: new PgQueueOptionStore(),
    queueLimit: async (companyId: Parameters<typeof entitlements.limits>[0]) =>
      (await entitlements.limits(companyId)).queues,
    assistants: new PgAssistantStore(),
    integrations: new PgIntegrationStore(),
    prompts: new PgPromptStore(),
    sealer: createSealer(config.sealKey, 'tickets'),
    ...openAssistantHttp(config),
    ...config.assistants,
    identify: detectMimeType,
    planFlags: entitlements.flags,
    readPaymentToken: async (companyId: CompanyId) =>
      (await ports.rpc.auth.getPaymentToken({ companyId })).token,
    onAnswered: signals.assistantAnswered,
    onFailed: signals.assistantFailed,
    onGivenUp: signals.assistantGaveUp,
    quickMessages: new PgQuickMessageStore(),
    internalChats: new PgInternalChatStore(),
    dashboard: new PgDashboardStore(),
    tags: new PgTagStore(),
    notes: new PgNoteStore(),
    pictureRequests: new PgPictureRequestStore(),
    messages: new PgMessageStore(),
    messagePrices: new PgMessagePriceStore(),
    strangerCalls: createStrangerCalls(),
    sends: new PgContactSendStore(),
    campaignMessages: new PgCampaignMessageStore(),
    housekeeping: new PgHousekeeping(ports.db),
    closedWords: new PgClosedWordsStore(ports.db),
    closedTickets: new PgClosedTicketStore(),
    oldChats: new PgOldChatStore(),
    retentionRules: new PgRetentionRuleStore(),
    onErased: signals.conversationsErased,
    onChanged: signals.retentionChanged,
    ...chooseDocuments(config.documents, ports),
  }
  return { ...deps, texts: createCustomerTexts(deps) }
}

/** Dependencies of the features, from config and ports. For the service and its tests. */
export type TicketsDeps = ReturnType<typeof wire>
export const wireTickets = wire

/** Tickets, messages, contacts, queues, tags, quick messages, notes and internal chats. */
export function createTicketsService(
  config: TicketsConfig,
  ports: ServicePorts,
  sheets?: SheetReader,
): Service {
  const deps = wire(config, ports, sheets)
  const pictures = createPictureQueue({
    clock: ports.clock,
    refresh: (companyId, id) => refreshPicture(deps, companyId, id),
    failed: signals.pictureFailed,
  })
  const edge = createHttpEdge(ports, 'tickets')
  const sign = ports.mediaLinks.sign.bind(ports.mediaLinks)
  const wantPicture = pictures.want.bind(pictures)
  ticketRoutes(edge, { ...deps, wantPicture }, sign)
  messageRoutes(edge, deps, sign)
  importRoutes(edge, deps)
  contactRoutes(edge, { ...deps, wantPicture }, sign)
  queueRoutes(edge, deps, sign)
  queueOptionRoutes(edge, deps, sign)
  quickMessageRoutes(edge, deps, sign)
  internalChatRoutes(edge, deps)
  assistantRoutes(edge, deps)
  integrationRoutes(edge, deps)
  promptRoutes(edge, deps)
  dashboardRoutes(edge, deps)
  messageCostRoutes(edge, deps)
  retentionRoutes(edge, deps)
  tagRoutes(edge, deps, sign)
  kanbanRoutes(edge, deps, sign)
  noteRoutes(edge, deps)
  return {
    name: 'tickets',
    http: edge.router,
    rpc: [ticketsRpc(deps)],
    consumers: [
      inboundConsumer(deps),
      acksConsumer(deps),
      messagePricesConsumer(deps),
      connectionsConsumer(deps),
      usersConsumer(deps),
      settingsConsumer(ports),
      quickMessageAuthorsConsumer(deps),
      internalChatMembersConsumer(deps),
      picturesConsumer(wantPicture),
      deadEventsConsumer('tickets', ports),
    ],
    jobs: [
      ...timerJobs(deps),
      messageBudgetsJob(deps),
      ...assistantJobs(deps),
      ...importJobs(deps),
      ...housekeepingJobs(deps),
      ...retentionJobs(deps),
      ...(deps.moving ? documentJobs(deps.moving) : []),
      sweepBlobsJob('tickets', ports),
    ],
    migrations: ticketsMigrations,
    companyErasure: ticketsCompanyErasure(deps),
    companyExport: ticketsCompanyExport(deps),
    start: () => {
      pictures.start()
      return Promise.resolve(pictures)
    },
    pending: () => Promise.resolve(pictures.size() === 0 ? [] : ['tickets: profile pictures']),
    close: deps.close,
  }
}
