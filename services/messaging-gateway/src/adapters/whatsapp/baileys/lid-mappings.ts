import { dropOldest } from '@balcao/kernel'
import type { SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'

import type { SessionCallbacks } from '../../../features/whatsapp-driver'
import { parseLid, parseNumber } from './jids'

/**
 * Pairs of number and LID that the server states to be one person. The library
 * learns them from envelopes and queries; each pair is reported to the gateway
 * once per session, and durable before a message of the person is recorded.
 */
export class LidMappings {
  private readonly reported = new Map<string, string>()

  constructor(
    private readonly mapping: () => SignalRepositoryWithLIDStore['lidMapping'],
    private readonly callbacks: Pick<SessionCallbacks, 'linked'>,
    /** The LID stored for a number, or ''. The library's own lookup would query the server. */
    private readonly findStored: (number: string) => Promise<string>,
  ) {}

  /** The other address of the person, or ''. Reads stored pairs only; sends no query. */
  async findAlternative(jid: string): Promise<string> {
    const lid = parseLid(jid)
    if (lid) {
      const number = await this.mapping().getPNForLID(`${lid}@lid`)
      return number ? `${parseNumber(number)}@s.whatsapp.net` : ''
    }
    const number = parseNumber(jid)
    const known = number ? this.reported.get(number) : undefined
    return known ? `${known}@lid` : ''
  }

  /** A number's LID from the stored pairs, or ''. Sends no query. */
  async findStoredLid(jid: string): Promise<string> {
    const number = parseNumber(jid)
    const lid = number ? this.reported.get(number) || (await this.findStored(number)) : ''
    return lid ? `${lid}@lid` : ''
  }

  /** A number's LID as the server answers, or ''. */
  async queryLid(jid: string): Promise<string> {
    const lid = parseLid(await this.mapping().getLIDForPN(jid))
    return lid ? `${lid}@lid` : ''
  }

  /** Resolves when the gateway has stored the pair. Does nothing unless both number and LID are given. */
  async report(a: string, b: string): Promise<void> {
    const number = parseNumber(a) || parseNumber(b)
    const lid = parseLid(a) || parseLid(b)
    if (!number || !lid || this.reported.get(number) === lid) return
    await this.callbacks.linked({ number, lid })
    this.reported.set(number, lid)
    dropOldest(this.reported, MAX_REPORTED)
  }
}

const MAX_REPORTED = 5_000
