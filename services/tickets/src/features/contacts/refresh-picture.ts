import type { CompanyId, ConnectionId, ContactId } from '@balcao/contracts'
import { AppError, DAY, SECOND, type ServicePorts } from '@balcao/kernel'

import { announceContact } from './contact-events'
import type { ContactStore } from './contact.store'
import { chooseAddress } from './identity'
import type { PictureRequestStore } from './picture-request.store'

export interface PictureDeps extends Pick<ServicePorts, 'db' | 'events' | 'clock' | 'ids'> {
  contacts: ContactStore
  pictureRequests: PictureRequestStore
  rpc: Pick<ServicePorts['rpc'], 'messaging'>
}

const DEADLINE_MS = 30 * SECOND

interface PictureRequest {
  connectionId: ConnectionId | null
  /** Digits, or a jid. */
  contactAddress: string
  /** As it is stored. */
  pictureKey: string
}

function claim(deps: PictureDeps, companyId: CompanyId, id: ContactId): Promise<PictureRequest | undefined> {
  const now = deps.clock.now()
  return deps.db.withTenant(companyId, async (tx) => {
    const times = { now, before: new Date(now.getTime() - DAY) }
    const [claimed, contact, identities] = await Promise.all([
      deps.pictureRequests.claim(tx, companyId, id, times),
      deps.contacts.find(tx, companyId, id),
      deps.contacts.listIdentities(tx, companyId, id),
    ])
    if (!claimed || !contact) return undefined
    const { number, remoteJid } = chooseAddress(identities, contact.number)
    const contactAddress = remoteJid || number
    return { connectionId: claimed.connectionId, contactAddress, pictureKey: contact.pictureKey }
  })
}

/* Undefined when the gateway could not ask WhatsApp; the caller releases its claim. */
async function requestPicture(
  deps: PictureDeps,
  companyId: CompanyId,
  { connectionId, contactAddress }: PictureRequest,
): Promise<string | undefined> {
  try {
    const request = { companyId, connectionId: connectionId ?? 0, number: contactAddress }
    return (await deps.rpc.messaging.fetchPicture(request, { deadlineMs: DEADLINE_MS })).key
  } catch (error) {
    const isUnasked =
      error instanceof AppError && ['unavailable', 'not-found', 'conflict'].includes(error.kind)
    if (isUnasked) return undefined
    throw error
  }
}

/**
 * Brings a contact's profile picture up to date, asking the gateway at most once a day, and announces the contact when it
 * changed. Any number of callers at once ask once. Not for use inside an HTTP request: WhatsApp may take 30 s.
 * @returns whether the picture is up to date for today; not when WhatsApp could not be asked.
 */
export async function refreshPicture(
  deps: PictureDeps,
  companyId: CompanyId,
  id: ContactId,
): Promise<boolean> {
  const claimed = await claim(deps, companyId, id)
  if (!claimed || claimed.contactAddress === '') return true
  const pictureKey = await requestPicture(deps, companyId, claimed)
  if (pictureKey === undefined) {
    await deps.db.withTenant(companyId, (tx) => deps.pictureRequests.release(tx, companyId, id))
    return false
  }
  if (pictureKey === claimed.pictureKey) return true
  await deps.db.withTenant(companyId, async (tx) => {
    const contact = await deps.contacts.lock(tx, companyId, id)
    if (!contact || contact.pictureKey === pictureKey) return
    await deps.contacts.save(tx, { ...contact, pictureKey, updatedAt: deps.clock.now() })
    await announceContact(deps, tx, companyId, { id, created: false })
  })
  return true
}
