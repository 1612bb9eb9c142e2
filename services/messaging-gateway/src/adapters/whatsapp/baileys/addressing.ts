import { LRUCache } from 'lru-cache'

import { AppError, HOUR } from '@balcao/kernel'

import type { NumberCheck, NumberCache } from '../../../features/whatsapp-driver'
import type { AddressTwins } from './address-twins'
import { lidOf, numberOf } from './people'

/** A stanza's address, and the attributes that name the recipient's other address. */
export interface Addressed {
  jid: string
  attributes: Record<string, string>
}

export interface AddressingDeps {
  twins: Pick<AddressTwins, 'of' | 'storedLid' | 'askLid' | 'learn'>
  numbers: NumberCache
  /** Queries the server. */
  ask(number: string): Promise<NumberCheck>
  /** Whether a Signal session with exactly this address exists. */
  hasSession(jid: string): Promise<boolean>
}

const CHECKED = 2_000
const numberJid = (number: string) => `${number}@s.whatsapp.net`

/**
 * A person is addressed by LID where the server has given one, with the number as an attribute; by number only
 * without a LID. The server refuses (463) stanzas to the number of a person who has migrated to a LID:
 * WhiskeySockets/Baileys #2683 2026-07-02, #2692; whatsmeow send.go SendMessage, `peerRecipientPN`, 2026-08-21.
 */
export class Addressing {
  private readonly canonical = new LRUCache<string, string>({ max: CHECKED })
  /** LIDs that the server has reported as outdated. */
  private readonly gone = new LRUCache<string, true>({ max: CHECKED })
  private readonly withoutLid = new LRUCache<string, true>({ max: CHECKED, ttl: HOUR })

  constructor(private readonly deps: AddressingDeps) {}

  /**
   * Contacts who have written to us are resolved without a query; any other number is queried, at most once a week.
   * @throws {AppError} ERR_WAPP_INVALID_CONTACT when the number is not on WhatsApp, and for an outdated LID: its
   * number may belong to another person now, so only the number itself can be addressed
   */
  async of(remoteJid: string): Promise<Addressed> {
    if (this.gone.has(lidOf(remoteJid))) throw new AppError('ERR_WAPP_INVALID_CONTACT')
    const stored = numberOf(remoteJid) ? await this.deps.twins.storedLid(remoteJid) : ''
    if (stored && this.gone.has(lidOf(stored))) await this.refresh(stored)
    const known = await this.known(remoteJid)
    if (known.jid !== remoteJid || !numberOf(remoteJid)) return known
    const hasSession = await this.deps.hasSession(remoteJid)
    const jid = hasSession ? remoteJid : numberJid(await this.canonicalOf(numberOf(remoteJid)))
    const lid = (await this.deps.twins.storedLid(jid)) || (await this.askLid(jid))
    if (!lid) return { jid, attributes: {} }
    await this.deps.twins.learn(jid, lid)
    return beside(lid, jid)
  }

  /** As above without any query: an address without stored data is used as it is. */
  async known(remoteJid: string): Promise<Addressed> {
    const { twins } = this.deps
    if (lidOf(remoteJid)) return beside(remoteJid, await twins.of(remoteJid))
    if (!numberOf(remoteJid)) return { jid: remoteJid, attributes: {} }
    const jid = numberJid(this.canonical.get(numberOf(remoteJid)) ?? numberOf(remoteJid))
    const lid = await twins.storedLid(jid)
    return lid ? beside(lid, jid) : { jid: remoteJid, attributes: {} }
  }

  /**
   * Marks a LID as outdated and queries the number's current one. What was sent to the old LID is not sent again.
   * WhiskeySockets/Baileys #2661, 2026-06-26 (`refresh_lid` of an ack; going on may lead to a ban);
   * oxidezap/whatsapp-rust #1313, 2026-08-16: queried by number.
   */
  async refresh(jid: string): Promise<void> {
    const { twins, ask, numbers } = this.deps
    const lid = lidOf(jid)
    const number = numberOf(jid) || numberOf(await twins.of(jid))
    if (lid) this.gone.set(lid, true)
    if (!number) return
    await numbers.save(number, await ask(number))
    const newest = lidOf(await twins.askLid(numberJid(number)))
    if (newest === lid) this.gone.delete(lid)
    else if (newest) await twins.learn(numberJid(number), `${newest}@lid`)
  }

  private async askLid(jid: string): Promise<string> {
    if (this.withoutLid.has(jid)) return ''
    const lid = await this.deps.twins.askLid(jid)
    if (!lid) this.withoutLid.set(jid, true)
    return lid
  }

  /* A number with a missing or surplus ninth digit has no devices to encrypt for. */
  private async canonicalOf(number: string): Promise<string> {
    const known = this.canonical.get(number)
    if (known) return known
    const { numbers, ask } = this.deps
    const remembered = await numbers.find(number)
    const check = remembered ?? (await ask(number))
    if (!remembered) await numbers.save(number, check)
    if (!check.exists) throw new AppError('ERR_WAPP_INVALID_CONTACT')
    this.canonical.set(number, check.number)
    return check.number
  }
}

const beside = (jid: string, number: string): Addressed => ({
  jid,
  attributes: numberOf(number) ? { peer_recipient_pn: number } : {},
})
