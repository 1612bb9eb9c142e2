import type { UserCompany, UserRecord, UserSnapshot } from '../gen/desk/auth/v1/auth_events'
import type { Plan } from '../gen/desk/billing/v1/billing'
import type { InvoiceSnapshot } from '../gen/desk/billing/v1/billing_events'
import type { PlanView } from '../http/plans.routes'
import type { CompanyView, SessionUserView } from '../http/session.routes'
import type { CompanyId } from '../ids/ids'
import { profiles } from '../ids/profile'
import type { InvoiceEvent, UserEventView } from '../sockets/channels'
import { isoOrNull, parseOneOf } from './view-fields'

const userCompanyView = (company: UserCompany): CompanyView => ({
  id: company.id,
  name: company.name,
  dueDate: isoOrNull(company.dueAt),
  trialExpiration: isoOrNull(company.trialEndsAt),
  schedules: [...company.schedules] as CompanyView['schedules'],
})

/** The user as a log-in answers, without the settings that a log-in adds. */
export function sessionUserView({ user, queues, company }: UserRecord): SessionUserView {
  if (!user || !company) throw new Error('a record without its user or company')
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    profile: parseOneOf(profiles, user.profile, 'user'),
    super: user.super,
    companyId: user.companyId,
    company: userCompanyView(company),
    queues: queues.map(({ id, name, color }) => ({
      id,
      name,
      color,
      UserQueue: { userId: user.id, queueId: id },
    })),
    allTicket: user.allTicket ? 'enabled' : 'desabled',
    whatsappId: user.connectionId ?? null,
  }
}

/* Where auth did not answer, and in rows of earlier releases: every field is there, names that are not known are empty. */
const toRecord = (user: UserSnapshot): UserRecord => ({
  user,
  queues: user.queueIds.map((id) => ({ id, name: '', color: '' })),
  company: { id: user.companyId, name: '', schedules: [] },
})

/** @param record the user with its queues and company; undefined when it could not be read. */
export const userEventView = (user: UserSnapshot, record: UserRecord | undefined): UserEventView => ({
  ...sessionUserView(record?.user && record.company ? record : toRecord(user)),
  queueIds: [...(record?.user ?? user).queueIds],
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
