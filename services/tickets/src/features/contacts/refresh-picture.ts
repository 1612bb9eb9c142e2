import type { CompanyId, ConnectionId, ContactId } from '@balcao/contracts'
import { AppError, DAY, SECOND, type ServicePorts } from '@balcao/kernel'

import { announceContact } from './contact-events'
import type { ContactStore } from './contact.store'
import { addressOf } from './identity'
import type { PictureAskStore } from './picture-ask.store'

export interface PictureDeps extends Pick<ServicePorts, 'db' | 'events' | 'clock' | 'ids'> {
  contacts: ContactStore
  pictureAsks: PictureAskStore
  rpc: Pick<ServicePorts['rpc'], 'messaging'>
}

const DEADLINE_MS = 30 * SECOND

interface Ask {
  connectionId: ConnectionId | null
  /** Digits, or a jid. */
  whom: string
}

function claim(deps: PictureDeps, companyId: CompanyId, id: ContactId): Promise<Ask | undefined> {
  const now = deps.clock.now()
  return deps.db.withTenant(companyId, async (tx) => {
    const times = { now, before: new Date(now.getTime() - DAY) }
    const claimed = await deps.pictureAsks.claim(tx, companyId, id, times)
    const contact = claimed && (await deps.contacts.byId(tx, companyId, id))
    if (!contact) return undefined
    const identities = await deps.contacts.identitiesOf(tx, companyId, id)
    const { number, remoteJid } = addressOf(identities, contact.number)
    return { connectionId: claimed.connectionId, whom: remoteJid || number }
  })
}

/* Undefined: nobody could be asked, so another time will do. */
async function ask(
  deps: PictureDeps,
  companyId: CompanyId,
  { connectionId, whom }: Ask,
): Promise<string | undefined> {
  try {
    const request = { companyId, connectionId: connectionId ?? 0, number: whom }
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
 * changed. Any number of callers at once ask once. Not for a request's way: WhatsApp may take its time.
 */
export async function refreshPicture(deps: PictureDeps, companyId: CompanyId, id: ContactId): Promise<void> {
  const claimed = await claim(deps, companyId, id)
  if (!claimed || claimed.whom === '') return
  const pictureKey = await ask(deps, companyId, claimed)
  await deps.db.withTenant(companyId, async (tx) => {
    if (pictureKey === undefined) return deps.pictureAsks.release(tx, companyId, id)
    const contact = await deps.contacts.lockById(tx, companyId, id)
    if (!contact || contact.pictureKey === pictureKey) return
    await deps.contacts.save(tx, { ...contact, pictureKey, updatedAt: deps.clock.now() })
    await announceContact(deps, tx, companyId, id, false)
  })
}
