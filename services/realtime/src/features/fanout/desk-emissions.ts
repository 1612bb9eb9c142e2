import { connectionStatuses } from '@balcao/contracts'
import {
  announcementView,
  contactListImportView,
  contactListItemView,
  passkeyStepView,
  scheduleView,
  type DeskEvent,
} from '@balcao/contracts/wire'

import { buildEmission, chooseAction, requireField, type Emission } from './emission'

export function connectionSessionChanged(event: DeskEvent<'connectionSessionChanged'>): Emission {
  const { connectionId, name, status, qrcode, passkey, retries, updatedAt } = event.body.value
  const session = {
    id: connectionId,
    name,
    status: connectionStatuses.find((known) => known === status) ?? 'DISCONNECTED',
    qrcode,
    passkey: passkeyStepView(passkey),
    retries,
    updatedAt: requireField(updatedAt, 'time').toISOString(),
  }
  return buildEmission(event, { channel: 'whatsappSession', action: 'update', payload: () => ({ session }) })
}

export function messageBudgetReached(event: DeskEvent<'messageBudgetReached'>): Emission {
  const { month, percent, currency, budgetMicros, spentMicros } = event.body.value
  const budget = { month, percent, currency, budgetMicros, spentMicros }
  return buildEmission(event, { channel: 'messageBudget', action: 'reached', payload: () => ({ budget }) })
}

export const queueOptionsChanged = (event: DeskEvent<'queueOptionsChanged'>): Emission =>
  buildEmission(event, {
    channel: 'queueOptions',
    action: 'update',
    payload: () => ({ queueId: event.body.value.queueId }),
  })

export function scheduleChanged({ companyId, body }: DeskEvent<'scheduleChanged'>): Emission {
  const schedule = requireField(body.value.schedule, 'schedule')
  const to = { companyId, authorId: schedule.userId }
  return buildEmission(to, {
    channel: 'schedule',
    action: chooseAction(body.value),
    payload: (sign) => ({ schedule: scheduleView(schedule, sign) }),
  })
}

/** The text of an inactive one is for super users: screens only hear that it is gone. */
export function announcementChanged(event: DeskEvent<'announcementChanged'>): Emission {
  const { value } = event.body
  const announcement = requireField(value.announcement, 'announcement')
  const { id, isActive } = announcement
  if (!isActive)
    return buildEmission(event, { channel: 'announcement', action: 'delete', payload: () => ({ id }) })
  return buildEmission(event, {
    channel: 'announcement',
    action: chooseAction(value),
    payload: (sign) => ({ record: announcementView(announcement, event.companyId, sign) }),
  })
}

export function contactListImportChanged(event: DeskEvent<'contactListImportChanged'>): Emission {
  const { contactListId, import: changed, items } = event.body.value
  const contactImport = requireField(changed, 'import')
  return buildEmission(event, {
    channel: 'ContactListItem',
    action: 'reload',
    payload: () => ({
      contactListId,
      import: contactListImportView(contactListId, contactImport),
      records: items.map(contactListItemView),
    }),
  })
}
