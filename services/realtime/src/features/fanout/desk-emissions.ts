import { connectionStatuses, userId, type CompanyId } from '@balcao/contracts'
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

import type { Emission, Frame } from './emission'
import { rooms } from './rooms'

type Sign = Parameters<NonNullable<Emission['frame']>>[0]

/** For the whole company: every agent may see contacts, connections, queues and tags. */
const toCompany = (companyId: CompanyId, frame: (sign: Sign) => Frame): Emission[] => [
  { part: 'main', audience: [rooms.company(companyId)], except: [], frame },
]

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an event without its snapshot')
  return value
}

export function contactChanged({ companyId, body }: DeskEvent<'contactChanged'>): Emission[] {
  const contact = present(body.value.contact)
  const action = body.value.created ? 'create' : 'update'
  return toCompany(companyId, (sign) => ({
    channel: 'contact',
    payload: { action, contact: contactView(contact, sign) },
  }))
}

export const contactDeleted = ({ companyId, body }: DeskEvent<'contactDeleted'>): Emission[] =>
  toCompany(companyId, () => ({
    channel: 'contact',
    payload: { action: 'delete', contactId: body.value.contactId },
  }))

export function contactImportChanged({ companyId, body }: DeskEvent<'contactImportChanged'>): Emission[] {
  const contactImport = present(body.value.import)
  return toCompany(companyId, () => ({
    channel: 'contactImport',
    payload: { action: 'update', import: contactImportView(contactImport) },
  }))
}

export function connectionChanged({ companyId, body }: DeskEvent<'connectionChanged'>): Emission[] {
  const connection = present(body.value.connection)
  return toCompany(companyId, () => ({
    channel: 'whatsapp',
    payload: { action: 'update', whatsapp: connectionView(connection) },
  }))
}

export const connectionDeleted = ({ companyId, body }: DeskEvent<'connectionDeleted'>): Emission[] =>
  toCompany(companyId, () => ({
    channel: 'whatsapp',
    payload: { action: 'delete', whatsappId: body.value.connectionId },
  }))

/** Contains the QR code, which grants access to the phone's messages: administrators only. */
export function connectionSessionChanged({
  companyId,
  body,
}: DeskEvent<'connectionSessionChanged'>): Emission[] {
  const { connectionId, name, status, qrcode, passkey, retries, updatedAt } = body.value
  const session = {
    id: connectionId,
    name,
    status: connectionStatuses.find((known) => known === status) ?? 'DISCONNECTED',
    qrcode,
    passkey: passkeyStepView(passkey),
    retries,
    updatedAt: present(updatedAt).toISOString(),
  }
  const frame = (): Frame => ({ channel: 'whatsappSession', payload: { action: 'update', session } })
  return [{ part: 'main', audience: [rooms.admins(companyId)], except: [], frame }]
}

export function queueChanged({ companyId, body }: DeskEvent<'queueChanged'>): Emission[] {
  const queue = present(body.value.queue)
  return toCompany(companyId, (sign) => ({
    channel: 'queue',
    payload: { action: 'update', queue: queueView(queue, sign) },
  }))
}

export const queueDeleted = ({ companyId, body }: DeskEvent<'queueDeleted'>): Emission[] =>
  toCompany(companyId, () => ({
    channel: 'queue',
    payload: { action: 'delete', queueId: body.value.queueId },
  }))

export const queueOptionsChanged = ({ companyId, body }: DeskEvent<'queueOptionsChanged'>): Emission[] =>
  toCompany(companyId, () => ({
    channel: 'queueOptions',
    payload: { action: 'update', queueId: body.value.queueId },
  }))

export function tagChanged({ companyId, body }: DeskEvent<'tagChanged'>): Emission[] {
  const tag = present(body.value.tag)
  const action = body.value.created ? 'create' : 'update'
  return toCompany(companyId, () => ({ channel: 'tag', payload: { action, tag: tagView(tag) } }))
}

export const tagDeleted = ({ companyId, body }: DeskEvent<'tagDeleted'>): Emission[] =>
  toCompany(companyId, () => ({ channel: 'tag', payload: { action: 'delete', tagId: body.value.tagId } }))

/** A schedule is its author's and the administrators'. */
export function scheduleChanged({ companyId, body }: DeskEvent<'scheduleChanged'>): Emission[] {
  const schedule = present(body.value.schedule)
  const action = body.value.created ? 'create' : 'update'
  const frame = (sign: Sign): Frame => ({
    channel: 'schedule',
    payload: { action, schedule: scheduleView(schedule, sign) },
  })
  const audience = [rooms.user(companyId, userId(schedule.userId)), rooms.admins(companyId)]
  return [{ part: 'main', audience, except: [], frame }]
}

/** An id alone: screens that do not show it ignore it. */
export const scheduleDeleted = ({ companyId, body }: DeskEvent<'scheduleDeleted'>): Emission[] =>
  toCompany(companyId, () => ({
    channel: 'schedule',
    payload: { action: 'delete', scheduleId: body.value.scheduleId },
  }))

export function fileListChanged({ companyId, body }: DeskEvent<'fileListChanged'>): Emission[] {
  const fileList = present(body.value.fileList)
  const action = body.value.created ? 'create' : 'update'
  return toCompany(companyId, (sign) => ({
    channel: 'fileList',
    payload: { action, record: fileListView(fileList, sign) },
  }))
}

export const fileListDeleted = ({ companyId, body }: DeskEvent<'fileListDeleted'>): Emission[] =>
  toCompany(companyId, () => ({
    channel: 'fileList',
    payload: { action: 'delete', id: body.value.fileListId },
  }))

export const announcementDeleted = ({ companyId, body }: DeskEvent<'announcementDeleted'>): Emission[] =>
  toCompany(companyId, () => ({
    channel: 'announcement',
    payload: { action: 'delete', id: body.value.announcementId },
  }))

/** The text of an inactive one is for super users: screens only hear that it is gone. */
export function announcementChanged({ companyId, body }: DeskEvent<'announcementChanged'>): Emission[] {
  const announcement = present(body.value.announcement)
  const action = body.value.created ? 'create' : 'update'
  return toCompany(companyId, (sign) => ({
    channel: 'announcement',
    payload: announcement.isActive
      ? { action, record: announcementView(announcement, companyId, sign) }
      : { action: 'delete', id: announcement.id },
  }))
}
