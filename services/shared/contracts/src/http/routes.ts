import { announcementRoutes } from './announcements.routes'
import { apiKeyRoutes } from './api-keys.routes'
import { apiUsageRoutes } from './api-usage.routes'
import { chatRoutes } from './chats.routes'
import { campaignRoutes } from './campaigns.routes'
import { companyRoutes } from './companies.routes'
import { cloudAccountRoutes } from './cloud-accounts.routes'
import { connectionRoutes } from './connections.routes'
import { contactImportRoutes } from './contact-imports.routes'
import { contactListRoutes } from './contact-lists.routes'
import { contactRoutes } from './contacts.routes'
import { dashboardRoutes } from './dashboard.routes'
import { deadEventRoutes } from './dead-events.routes'
import { deadTurnRoutes } from './dead-turns.routes'
import { emailConfirmationRoutes } from './email-confirmation.routes'
import { fileRoutes } from './files.routes'
import { healthRoutes } from './health.routes'
import { helpRoutes } from './helps.routes'
import { kanbanRoutes } from './kanban.routes'
import { invoiceRoutes } from './invoices.routes'
import { deliveryReportRoutes } from './delivery-reports.routes'
import { laneRoutes } from './lanes.routes'
import { messageCostRoutes } from './message-costs.routes'
import { messageRoutes } from './messages.routes'
import { noteRoutes } from './notes.routes'
import { numberMoveRoutes } from './number-moves.routes'
import { passkeyRoutes } from './passkeys.routes'
import { passwordResetRoutes } from './password-reset.routes'
import { planRoutes } from './plans.routes'
import { promptRoutes } from './prompts.routes'
import { queueIntegrationRoutes } from './queue-integrations.routes'
import { queueOptionRoutes } from './queue-options.routes'
import { queueRoutes } from './queues.routes'
import { quickMessageRoutes } from './quick-messages.routes'
import { retentionRoutes } from './retention.routes'
import type { Route } from './route'
import { scheduleRoutes } from './schedules.routes'
import { sessionRoutes } from './session.routes'
import { settingRoutes } from './settings.routes'
import { simulatorRoutes } from './simulator.routes'
import { syncRoutes } from './sync.routes'
import { tagRoutes } from './tags.routes'
import { messageTemplateRoutes } from './templates.routes'
import { ticketLogRoutes } from './ticket-log.routes'
import { ticketRoutes } from './tickets.routes'
import { userRoutes } from './users.routes'
import { webhookRoutes } from './webhooks.routes'

/** Every route of the product. */
export const allRoutes: readonly Route[] = [
  announcementRoutes,
  apiKeyRoutes,
  apiUsageRoutes,
  chatRoutes,
  campaignRoutes,
  companyRoutes,
  cloudAccountRoutes,
  connectionRoutes,
  contactImportRoutes,
  contactListRoutes,
  contactRoutes,
  dashboardRoutes,
  deadEventRoutes,
  deadTurnRoutes,
  emailConfirmationRoutes,
  fileRoutes,
  healthRoutes,
  helpRoutes,
  kanbanRoutes,
  invoiceRoutes,
  deliveryReportRoutes,
  laneRoutes,
  messageCostRoutes,
  messageRoutes,
  messageTemplateRoutes,
  noteRoutes,
  numberMoveRoutes,
  passkeyRoutes,
  passwordResetRoutes,
  planRoutes,
  promptRoutes,
  queueIntegrationRoutes,
  queueOptionRoutes,
  queueRoutes,
  quickMessageRoutes,
  retentionRoutes,
  scheduleRoutes,
  sessionRoutes,
  settingRoutes,
  simulatorRoutes,
  syncRoutes,
  tagRoutes,
  ticketLogRoutes,
  ticketRoutes,
  userRoutes,
  webhookRoutes,
].flatMap((table) => Object.values<Route>(table))
