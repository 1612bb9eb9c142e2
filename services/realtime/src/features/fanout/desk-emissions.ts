import { connectionStatuses } from '@balcao/contracts'
import {
  announcementView,
  connectionView,
  contactImportView,
  contactView,
  fileListView,
  passkeyStepView,
  queueView,
  scheduleView,
  tagView,
  type DeskEvent,
} from '@balcao/contracts/wire'

import { buildEmission, chooseAction, requireField, type Emission } from './emission'

export function contactChanged(event: DeskEvent<'contactChanged'>): Emission {
  const { value } = event.body
  const contact = requireField(value.contact, 'contact')
  return buildEmission(event, {
    channel: 'contact',
    action: chooseAction(value),
    payload: (sign) => ({ contact: contactView(contact, sign) }),
  })
}

export const contactDeleted = (event: DeskEvent<'contactDeleted'>): Emission =>
  buildEmission(event, {
    channel: 'contact',
    action: 'delete',
    payload: () => ({ contactId: event.body.value.contactId }),
  })

export function contactImportChanged(event: DeskEvent<'contactImportChanged'>): Emission {
  const contactImport = requireField(event.body.value.import, 'import')
  return buildEmission(event, {
    channel: 'contactImport',
    action: 'update',
    payload: () => ({ import: contactImportView(contactImport) }),
  })
}

export function connectionChanged(event: DeskEvent<'connectionChanged'>): Emission {
  const connection = requireField(event.body.value.connection, 'connection')
  return buildEmission(event, {
    channel: 'whatsapp',
    action: 'update',
    payload: () => ({ whatsapp: connectionView(connection) }),
  })
}

export const connectionDeleted = (event: DeskEvent<'connectionDeleted'>): Emission =>
  buildEmission(event, {
    channel: 'whatsapp',
    action: 'delete',
    payload: () => ({ whatsappId: event.body.value.connectionId }),
  })

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

export function queueChanged(event: DeskEvent<'queueChanged'>): Emission {
  const queue = requireField(event.body.value.queue, 'queue')
  return buildEmission(event, {
    channel: 'queue',
    action: 'update',
    payload: (sign) => ({ queue: queueView(queue, sign) }),
  })
}

export const queueDeleted = (event: DeskEvent<'queueDeleted'>): Emission =>
  buildEmission(event, {
    channel: 'queue',
    action: 'delete',
    payload: () => ({ queueId: event.body.value.queueId }),
  })

export const queueOptionsChanged = (event: DeskEvent<'queueOptionsChanged'>): Emission =>
  buildEmission(event, {
    channel: 'queueOptions',
    action: 'update',
    payload: () => ({ queueId: event.body.value.queueId }),
  })

export function tagChanged(event: DeskEvent<'tagChanged'>): Emission {
  const { value } = event.body
  const tag = requireField(value.tag, 'tag')
  return buildEmission(event, {
    channel: 'tag',
    action: chooseAction(value),
    payload: () => ({ tag: tagView(tag) }),
  })
}

export const tagDeleted = (event: DeskEvent<'tagDeleted'>): Emission =>
  buildEmission(event, {
    channel: 'tag',
    action: 'delete',
    payload: () => ({ tagId: event.body.value.tagId }),
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

export const scheduleDeleted = (event: DeskEvent<'scheduleDeleted'>): Emission =>
  buildEmission(event, {
    channel: 'schedule',
    action: 'delete',
    payload: () => ({ scheduleId: event.body.value.scheduleId }),
  })

export function fileListChanged(event: DeskEvent<'fileListChanged'>): Emission {
  const { value } = event.body
  const fileList = requireField(value.fileList, 'file list')
  return buildEmission(event, {
    channel: 'fileList',
    action: chooseAction(value),
    payload: (sign) => ({ record: fileListView(fileList, sign) }),
  })
}

export const fileListDeleted = (event: DeskEvent<'fileListDeleted'>): Emission =>
  buildEmission(event, {
    channel: 'fileList',
    action: 'delete',
    payload: () => ({ id: event.body.value.fileListId }),
  })

const announcementGone = (event: DeskEvent, id: number): Emission =>
  buildEmission(event, { channel: 'announcement', action: 'delete', payload: () => ({ id }) })

export const announcementDeleted = (event: DeskEvent<'announcementDeleted'>): Emission =>
  announcementGone(event, event.body.value.announcementId)

/** The text of an inactive one is for super users: screens only hear that it is gone. */
export function announcementChanged(event: DeskEvent<'announcementChanged'>): Emission {
  const { value } = event.body
  const announcement = requireField(value.announcement, 'announcement')
  if (!announcement.isActive) return announcementGone(event, announcement.id)
  return buildEmission(event, {
    channel: 'announcement',
    action: chooseAction(value),
    payload: (sign) => ({ record: announcementView(announcement, event.companyId, sign) }),
  })
}
