import {
  campaignView,
  contactListImportView,
  contactListItemView,
  contactListView,
  type DeskEvent,
} from '@balcao/contracts/wire'

import { buildEmission, chooseAction, requireField, type Emission } from './emission'

export function campaignChanged(event: DeskEvent<'campaignChanged'>): Emission {
  const { value } = event.body
  const campaign = requireField(value.campaign, 'campaign')
  return buildEmission(event, {
    channel: 'campaign',
    action: chooseAction(value),
    payload: (sign) => ({ record: campaignView(campaign, sign) }),
  })
}

export const campaignDeleted = (event: DeskEvent<'campaignDeleted'>): Emission =>
  buildEmission(event, {
    channel: 'campaign',
    action: 'delete',
    payload: () => ({ id: event.body.value.campaignId }),
  })

export function contactListChanged(event: DeskEvent<'contactListChanged'>): Emission {
  const { value } = event.body
  const list = requireField(value.contactList, 'contact list')
  return buildEmission(event, {
    channel: 'ContactList',
    action: chooseAction(value),
    payload: () => ({ record: contactListView(list) }),
  })
}

export const contactListDeleted = (event: DeskEvent<'contactListDeleted'>): Emission =>
  buildEmission(event, {
    channel: 'ContactList',
    action: 'delete',
    payload: () => ({ id: event.body.value.contactListId }),
  })

export function contactListItemChanged(event: DeskEvent<'contactListItemChanged'>): Emission {
  const { value } = event.body
  const item = requireField(value.item, 'item')
  return buildEmission(event, {
    channel: 'ContactListItem',
    action: chooseAction(value),
    payload: () => ({ record: contactListItemView(item) }),
  })
}

export function contactListItemDeleted(event: DeskEvent<'contactListItemDeleted'>): Emission {
  const { itemId: id, contactListId } = event.body.value
  return buildEmission(event, {
    channel: 'ContactListItem',
    action: 'delete',
    payload: () => ({ id, contactListId }),
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
