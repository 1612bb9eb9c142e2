import { LRUCache } from 'lru-cache'

import { AppError, HOUR } from '@balcao/kernel'

import type { NumberCheck, NumberCache } from '../../../features/whatsapp-driver'
import type { AddressTwins } from './address-twins'
import { lidOf, numberOf } from './people'

/** Where a stanza goes, and what it says beside that of whom it goes to. */
export interface Addressed {
  jid: string
  attributes: Record<string, string>
}

export interface AddressingDeps {
  twins: Pick<AddressTwins, 'of' | 'storedLid' | 'askLid' | 'learn'>
  numbers: NumberCache
  /** Asks the server. */
  ask(number: string): Promise<NumberCheck>
  /** We have exchanged messages with this very address. */
  hasSession(jid: string): Promise<boolean>
}

const CHECKED = 2_000
const numberJid = (number: string) => `${number}@s.whatsapp.net`

/**
 * A person is written to under the privacy id (LID) when the server has told one, with the number beside it; under the
 * number only when there is no LID. The server refuses (463) what is addressed to the number of somebody who has moved:
 * WhiskeySockets/Baileys #2683 2026-07-02, #2692; whatsmeow send.go SendMessage, `peerRecipientPN`, 2026-08-21.
 */
export class Addressing {
  private readonly canonical = new LRUCache<string, string>({ max: CHECKED })
  /** LIDs that the server says are out of date. */
  private readonly gone = new LRUCache<string, true>({ max: CHECKED })
  private readonly withoutLid = new LRUCache<string, true>({ max: CHECKED, ttl: HOUR })

  constructor(private readonly deps: AddressingDeps) {}

  /**
   * Whoever has written to us is known by now; a number of which nothing is known is asked for once a week.
   * @throws {AppError} ERR_WAPP_INVALID_CONTACT when nobody has the number, and for a LID that is out of date: who has the number
   *   now may be somebody else, and is written to by number only
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

  /** The same without asking anybody: what is not known goes to the address as it is. */
  async known(remoteJid: string): Promise<Addressed> {
    const { twins } = this.deps
    if (lidOf(remoteJid)) return beside(remoteJid, await twins.of(remoteJid))
    if (!numberOf(remoteJid)) return { jid: remoteJid, attributes: {} }
    const jid = numberJid(this.canonical.get(numberOf(remoteJid)) ?? numberOf(remoteJid))
    const lid = await twins.storedLid(jid)
    return lid ? beside(lid, jid) : { jid: remoteJid, attributes: {} }
  }

  /**
   * A LID is out of date: the number's is asked for anew. What was sent to the old one is not sent again.
   * WhiskeySockets/Baileys #2661, 2026-06-26 (`refresh_lid` of an ack; going on may lead to a ban); oxidezap/whatsapp-rust
   * #1313, 2026-08-16: asked for by number.
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

  /* One without or with a ninth digit too many would be encrypted for nobody. */
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
