import type { ContactImport, ContactSnapshot } from '../gen/desk/tickets/v1/tickets_events'
import { contactImportStatuses, type ContactImportView } from '../http/contact-imports.routes'
import type { ContactView } from '../http/contacts.routes'
import { companyId } from '../ids/ids'
import { iso, parseOneOf, type SignMedia } from './view-fields'

export function contactView(contact: ContactSnapshot, sign: SignMedia): ContactView {
  const picture = contact.pictureKey ? sign(companyId(contact.companyId), contact.pictureKey) : null
  return {
    id: contact.id,
    uuid: contact.uuid,
    name: contact.name,
    number: contact.number,
    email: contact.email,
    profilePicUrl: picture,
    urlPicture: picture,
    isGroup: contact.isGroup,
    companyId: contact.companyId,
    extraInfo: contact.extraInfo.map(({ id, name, value }) => ({ id, name, value })),
    whatsapp: contact.connection ? { id: contact.connection.id, name: contact.connection.name } : null,
    createdAt: iso(contact.createdAt),
    updatedAt: iso(contact.updatedAt),
  }
}

export const contactImportView = (read: ContactImport): ContactImportView => ({
  id: read.id,
  fileName: read.fileName,
  status: parseOneOf(contactImportStatuses, read.status, 'running'),
  total: read.total,
  created: read.created,
  existing: read.existing,
  failed: read.failed,
  createdAt: iso(read.createdAt),
})
