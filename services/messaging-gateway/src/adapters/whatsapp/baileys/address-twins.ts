import type { SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'

import type { SessionCallbacks } from '../../../features/whatsapp-driver'
import { lidOf, numberOf } from './people'

/**
 * Which number and privacy id are one person, as the server says. The library learns it from envelopes and queries; each
 * pair is told to the gateway once per session, durably, before anything of the person is recorded.
 */
export class AddressTwins {
  private readonly told = new Map<string, string>()

  constructor(
    private readonly mapping: () => SignalRepositoryWithLIDStore['lidMapping'],
    private readonly callbacks: Pick<SessionCallbacks, 'linked'>,
    /** The LID that is stored beside a number, or ''. The library's own look-up would ask the server. */
    private readonly stored: (number: string) => Promise<string>,
  ) {}

  /** The other address, or ''. Only what is known here: nobody is asked. */
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

  /** A number's LID as far as it is known here, or ''. */
  async storedLid(jid: string): Promise<string> {
    const number = numberOf(jid)
    const lid = number ? this.told.get(number) || (await this.stored(number)) : ''
    return lid ? `${lid}@lid` : ''
  }

  /** A number's LID by the server's word, or ''. */
  async askLid(jid: string): Promise<string> {
    const lid = lidOf(await this.mapping().getLIDForPN(jid))
    return lid ? `${lid}@lid` : ''
  }

  /** Resolves when the gateway knows the pair. A pair that is half empty is none. */
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
