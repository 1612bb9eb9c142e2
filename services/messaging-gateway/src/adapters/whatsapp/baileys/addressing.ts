import { LRUCache } from 'lru-cache'

import { AppError, HOUR } from '@balcao/kernel'

import type { NumberCheck, NumberCache } from '../../../features/whatsapp-driver'
import type { LidMappings } from './lid-mappings'
import { parseLid, parseNumber } from './jids'

/** A stanza's address, and the attributes that name the recipient's other address. */
export interface StanzaAddress {
  jid: string
  attributes: Record<string, string>
}

export interface AddressingDeps {
  lidMappings: Pick<LidMappings, 'findAlternative' | 'findStoredLid' | 'queryLid' | 'report'>
  numbers: NumberCache
  /** Queries the server. */
  queryNumber(number: string): Promise<NumberCheck>
  /** Whether a Signal session with exactly this address exists. */
  hasSession(jid: string): Promise<boolean>
}

const MAX_CACHED = 2_000
const toNumberJid = (number: string) => `${number}@s.whatsapp.net`

/**
 * A person is addressed by LID where the server has given one, with the number as an attribute; by number only
 * without a LID. The server refuses (463) stanzas to the number of a person who has migrated to a LID:
 * WhiskeySockets/Baileys #2683 2026-07-02, #2692; whatsmeow send.go SendMessage, `peerRecipientPN`, 2026-08-21.
 */
export class Addressing {
  private readonly canonical = new LRUCache<string, string>({ max: MAX_CACHED })
  /** LIDs that the server has reported as outdated. */
  private readonly outdated = new LRUCache<string, true>({ max: MAX_CACHED })
  private readonly withoutLid = new LRUCache<string, true>({ max: MAX_CACHED, ttl: HOUR })

  constructor(private readonly deps: AddressingDeps) {}

  /**
   * Contacts who have written to us are resolved without a query; any other number is queried, at most once a week.
   * @throws {AppError} ERR_WAPP_INVALID_CONTACT when the number is not on WhatsApp, and for an outdated LID: its
   * number may belong to another person now, so only the number itself can be addressed
   */
  async resolve(remoteJid: string): Promise<StanzaAddress> {
    if (this.outdated.has(parseLid(remoteJid))) throw new AppError('ERR_WAPP_INVALID_CONTACT')
    const stored = parseNumber(remoteJid) ? await this.deps.lidMappings.findStoredLid(remoteJid) : ''
    if (stored && this.outdated.has(parseLid(stored))) await this.refresh(stored)
    const known = await this.resolveStored(remoteJid)
    if (known.jid !== remoteJid || !parseNumber(remoteJid)) return known
    const hasSession = await this.deps.hasSession(remoteJid)
    const jid = hasSession ? remoteJid : toNumberJid(await this.findCanonicalNumber(parseNumber(remoteJid)))
    const lid = (await this.deps.lidMappings.findStoredLid(jid)) || (await this.queryLid(jid))
    if (!lid) return { jid, attributes: {} }
    await this.deps.lidMappings.report(jid, lid)
    return toLidAddress(lid, jid)
  }

  /** As above without any query: an address without stored data is used as it is. */
  async resolveStored(remoteJid: string): Promise<StanzaAddress> {
    const { lidMappings } = this.deps
    if (parseLid(remoteJid)) return toLidAddress(remoteJid, await lidMappings.findAlternative(remoteJid))
    if (!parseNumber(remoteJid)) return { jid: remoteJid, attributes: {} }
    const jid = toNumberJid(this.canonical.get(parseNumber(remoteJid)) ?? parseNumber(remoteJid))
    const lid = await lidMappings.findStoredLid(jid)
    return lid ? toLidAddress(lid, jid) : { jid: remoteJid, attributes: {} }
  }

  /**
   * Marks a LID as outdated and queries the number's current one. What was sent to the old LID is not sent again.
   * WhiskeySockets/Baileys #2661, 2026-06-26 (`refresh_lid` of an ack; going on may lead to a ban);
   * oxidezap/whatsapp-rust #1313, 2026-08-16: queried by number.
   */
  async refresh(jid: string): Promise<void> {
    const { lidMappings, queryNumber, numbers } = this.deps
    const lid = parseLid(jid)
    const number = parseNumber(jid) || parseNumber(await lidMappings.findAlternative(jid))
    if (lid) this.outdated.set(lid, true)
    if (!number) return
    await numbers.save(number, await queryNumber(number))
    const newest = parseLid(await lidMappings.queryLid(toNumberJid(number)))
    if (newest === lid) this.outdated.delete(lid)
    else if (newest) await lidMappings.report(toNumberJid(number), `${newest}@lid`)
  }

  private async queryLid(jid: string): Promise<string> {
    if (this.withoutLid.has(jid)) return ''
    const lid = await this.deps.lidMappings.queryLid(jid)
    if (!lid) this.withoutLid.set(jid, true)
    return lid
  }

  /* A number with a missing or surplus ninth digit has no devices to encrypt for. */
  private async findCanonicalNumber(number: string): Promise<string> {
    const known = this.canonical.get(number)
    if (known) return known
    const { numbers, queryNumber } = this.deps
    const remembered = await numbers.find(number)
    const check = remembered ?? (await queryNumber(number))
    if (!remembered) await numbers.save(number, check)
    if (!check.exists) throw new AppError('ERR_WAPP_INVALID_CONTACT')
    this.canonical.set(number, check.number)
    return check.number
  }
}

const toLidAddress = (jid: string, number: string): StanzaAddress => ({
  jid,
  attributes: parseNumber(number) ? { peer_recipient_pn: number } : {},
})
