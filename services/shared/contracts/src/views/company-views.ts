import type { UserSnapshot } from '../gen/desk/auth/v1/auth_events'
import type { Plan } from '../gen/desk/billing/v1/billing'
import type { InvoiceSnapshot } from '../gen/desk/billing/v1/billing_events'
import type { PlanView } from '../http/plans.routes'
import type { CompanyId } from '../ids/ids'
import type { InvoiceEvent, UserEventView } from '../sockets/channels'

export const userEventView = (user: UserSnapshot): UserEventView => ({
  id: user.id,
  name: user.name,
  email: user.email,
  profile: user.profile,
  allTicket: user.allTicket ? 'enabled' : 'desabled',
  queueIds: [...user.queueIds],
  queues: user.queueIds.map((id) => ({ id })),
})

export const planEventView = (plan: Plan): PlanView => ({
  id: plan.id,
  name: plan.name,
  users: plan.users,
  connections: plan.connections,
  queues: plan.queues,
  value: plan.valueCents / 100,
  apiMessagesPerMinute: plan.apiMessagesPerMinute,
  apiMessagesPerDay: plan.apiMessagesPerDay,
  mediaMegabytes: plan.mediaMegabytes,
  useCampaigns: plan.useCampaigns,
  useSchedules: plan.useSchedules,
  useInternalChat: plan.useInternalChat,
  useExternalApi: plan.useExternalApi,
  useKanban: plan.useKanban,
  useOpenAi: plan.useOpenAi,
  useIntegrations: plan.useIntegrations,
})

export const invoiceEvent = (companyId: CompanyId, invoice: InvoiceSnapshot): InvoiceEvent =>
  invoice.status === 'canceled'
    ? { action: 'delete', id: invoice.id }
    : {
        action: 'update',
        invoice: {
          id: invoice.id,
          companyId,
          detail: invoice.detail,
          value: invoice.valueCents / 100,
          dueDate: (invoice.dueAt ?? new Date(0)).toISOString(),
          status: invoice.status === 'paid' ? 'paid' : 'open',
          createdAt: (invoice.createdAt ?? new Date(0)).toISOString(),
        },
      }
