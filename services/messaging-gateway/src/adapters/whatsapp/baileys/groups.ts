import { LRUCache } from 'lru-cache'

import type { GroupMetadata } from '@whiskeysockets/baileys'

import { AppError, MINUTE } from '@balcao/kernel'

import type { Group } from '../../../features/whatsapp-driver'
import { baileysSignals } from './baileys-signals'
import { isSamePerson } from './content/sender'
import type { BaileysSocket } from './baileys-socket'
import { toPerson } from './jids'

const CACHE_MS = 10 * MINUTE
const MAX_CACHED = 500

/** Subjects and participants of our groups, queried once and again after a change. */
export class Groups {
  private readonly cache = new LRUCache<string, GroupMetadata>({ max: MAX_CACHED, ttl: CACHE_MS })

  constructor(
    private readonly socket: () => Pick<BaileysSocket, 'isOpen' | 'sock'>,
    private readonly ref: { companyId: number; connectionId: number },
  ) {}

  /** '' when the server does not answer: a message does not wait for the name. */
  async subject(jid: string): Promise<string> {
    try {
      return (await this.metadata(jid)).subject
    } catch (error) {
      baileysSignals.groupUnknown(this.ref, error)
      return ''
    }
  }

  /** @throws {AppError} ERR_NO_CONTACT_FOUND */
  async get(jid: string): Promise<Group> {
    const { subject, participants } = await this.metadata(jid).catch((cause: unknown) => {
      throw new AppError('ERR_NO_CONTACT_FOUND', { cause })
    })
    return {
      subject,
      participants: participants.map(({ id, lid, phoneNumber, admin }) => {
        const { number, lid: privacyId } = toPerson([id, lid, phoneNumber], '')
        return { number, lid: privacyId, isAdmin: Boolean(admin) }
      }),
    }
  }

  /** Whether the person is an administrator of the group; false when the server does not answer. */
  async isAdmin(jid: string, person: string): Promise<boolean> {
    const { participants } = await this.metadata(jid).catch((error: unknown) => {
      baileysSignals.groupUnknown(this.ref, error)
      return { participants: [] }
    })
    return participants.some(
      ({ id, lid, phoneNumber, admin }) =>
        Boolean(admin) && [id, lid, phoneNumber].some((name) => isSamePerson(name ?? '', person)),
    )
  }

  /** Addresses of all participants, ours included. @throws when the server does not answer. */
  async members(jid: string): Promise<string[]> {
    const { participants } = await this.metadata(jid)
    return participants.map(({ id }) => id)
  }

  findCached(jid: string): GroupMetadata | undefined {
    return this.cache.get(jid)
  }

  forget(jids: readonly string[]): void {
    for (const jid of jids) this.cache.delete(jid)
  }

  private async metadata(jid: string): Promise<GroupMetadata> {
    const cached = this.cache.get(jid)
    if (cached) return cached
    const { isOpen, sock } = this.socket()
    // Before that the library would send the query unencrypted, in the middle of the handshake.
    if (!isOpen) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    const metadata = await sock.groupMetadata(jid)
    this.cache.set(jid, metadata)
    return metadata
  }
}
