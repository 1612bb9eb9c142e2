import type { CompanyId } from '@balcao/contracts'
import {
  campaignView,
  contactListImportView,
  contactListItemView,
  contactListView,
  type DeskEvent,
} from '@balcao/contracts/wire'

import type { Emission } from './emission'
import { rooms } from './rooms'

/* Campaigns and their lists are the administrators'. */
const toAdmins = (companyId: CompanyId, build: NonNullable<Emission['frame']>): Emission[] => [
  { part: 'main', audience: [rooms.admins(companyId)], except: [], frame: build },
]

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an event without its snapshot')
  return value
}

const chooseAction = ({ created }: { created: boolean }) => (created ? 'create' : 'update')

export function campaignChanged({ companyId, body }: DeskEvent<'campaignChanged'>): Emission[] {
  const campaign = present(body.value.campaign)
  return toAdmins(companyId, (sign) => ({
    channel: 'campaign',
    payload: { action: chooseAction(body.value), record: campaignView(campaign, sign) },
  }))
}

export const campaignDeleted = ({ companyId, body }: DeskEvent<'campaignDeleted'>): Emission[] =>
  toAdmins(companyId, () => ({
    channel: 'campaign',
    payload: { action: 'delete', id: body.value.campaignId },
  }))

export function contactListChanged({ companyId, body }: DeskEvent<'contactListChanged'>): Emission[] {
  const list = present(body.value.contactList)
  return toAdmins(companyId, () => ({
    channel: 'ContactList',
    payload: { action: chooseAction(body.value), record: contactListView(list) },
  }))
}

export const contactListDeleted = ({ companyId, body }: DeskEvent<'contactListDeleted'>): Emission[] =>
  toAdmins(companyId, () => ({
    channel: 'ContactList',
    payload: { action: 'delete', id: body.value.contactListId },
  }))

export function contactListItemChanged({ companyId, body }: DeskEvent<'contactListItemChanged'>): Emission[] {
  const item = present(body.value.item)
  return toAdmins(companyId, () => ({
    channel: 'ContactListItem',
    payload: { action: chooseAction(body.value), record: contactListItemView(item) },
  }))
}

export const contactListItemDeleted = ({
  companyId,
  body,
}: DeskEvent<'contactListItemDeleted'>): Emission[] =>
  toAdmins(companyId, () => ({
    channel: 'ContactListItem',
    payload: { action: 'delete', id: body.value.itemId, contactListId: body.value.contactListId },
  }))

export function contactListImportChanged({
  companyId,
  body,
}: DeskEvent<'contactListImportChanged'>): Emission[] {
  const { contactListId, import: changed, items } = body.value
  const contactImport = present(changed)
  return toAdmins(companyId, () => ({
    channel: 'ContactListItem',
    payload: {
      action: 'reload',
      contactListId,
      import: contactListImportView(contactListId, contactImport),
      records: items.map(contactListItemView),
    },
  }))
}
