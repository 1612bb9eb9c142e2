import type { SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'

import type { SessionCallbacks } from '../../../features/whatsapp-driver'
import { lidOf, numberOf } from './people'

/**
 * Pairs of number and LID that the server states to be one person. The library
 * learns them from envelopes and queries; each pair is reported to the gateway
 * once per session, and durable before a message of the person is recorded.
 */
export class AddressTwins {
  private readonly told = new Map<string, string>()

  constructor(
    private readonly mapping: () => SignalRepositoryWithLIDStore['lidMapping'],
    private readonly callbacks: Pick<SessionCallbacks, 'linked'>,
    /** The LID stored for a number, or ''. The library's own lookup would query the server. */
    private readonly stored: (number: string) => Promise<string>,
  ) {}

  /** The other address of the person, or ''. Reads stored pairs only; sends no query. */
  async of(jid: string): Promise<string> {
    const lid = lidOf(jid)
    if (lid) {
      const number = await this.mapping().getPNForLID(`${lid}@lid`)
      return number ? `${numberOf(number)}@s.whatsapp.net` : ''
    }
    const number = numberOf(jid)
    const known = number ? this.told.get(number) : undefined
    return known ? `${known}@lid` : ''
  }

  /** A number's LID from the stored pairs, or ''. Sends no query. */
  async storedLid(jid: string): Promise<string> {
    const number = numberOf(jid)
    const lid = number ? this.told.get(number) || (await this.stored(number)) : ''
    return lid ? `${lid}@lid` : ''
  }

  /** A number's LID as the server answers, or ''. */
  async askLid(jid: string): Promise<string> {
    const lid = lidOf(await this.mapping().getLIDForPN(jid))
    return lid ? `${lid}@lid` : ''
  }

  /** Resolves when the gateway has stored the pair. Does nothing unless both number and LID are given. */
  async learn(a: string, b: string): Promise<void> {
    const number = numberOf(a) || numberOf(b)
    const lid = lidOf(a) || lidOf(b)
    if (!number || !lid || this.told.get(number) === lid) return
    await this.callbacks.linked({ number, lid })
    this.told.set(number, lid)
    if (this.told.size > LIMIT) this.told.delete(this.told.keys().next().value ?? '')
  }
}

const LIMIT = 5_000
