import { Account } from './account'
import { CertificateAuthority } from './certificates'
import { Contact, type ContactOptions } from './contact'
import { type Faults } from './faults'
import { Group, type GroupOptions } from './group'
import { parseAddress, toggleNinthDigit } from './jids'
import { Ledger } from './ledger'
import type { LinkedDevice } from './linked-device'
import type { MediaHost } from './media-host'
import { inventedLid, type Person } from './person'
import { PrivacyTokens } from './privacy-tokens'
import { Registrations } from './registration'
import { defaultSettings } from './settings'
import { StaleLids } from './stale-lids'
import { randomId } from './stanza'
import { Volume } from './volume'

/** The server's state. It outlives its clients and their crashes. */
export class Network {
  readonly ledger = new Ledger()
  readonly settings = defaultSettings()
  readonly authority = new CertificateAuthority()
  readonly groups = new Map<string, Group>()
  readonly privacyTokens = new PrivacyTokens()
  readonly staleLids = new StaleLids()
  readonly volume = new Volume()
  readonly blocked = new Set<string>()
  private readonly people = new Map<string, Contact | Account>()
  private readonly byLid = new Map<string, Contact | Account>()
  private readonly timers = new Set<NodeJS.Timeout>()

  readonly registrations = new Registrations(this)

  constructor(
    readonly faults: Faults,
    readonly media: MediaHost,
  ) {}

  account(number: string, options: { lid?: string } = {}): Account {
    const found = this.people.get(number)
    if (found instanceof Account) return found
    return this.admit(new Account(this, number, options.lid ?? inventedLid(number)))
  }

  contact(number: string, options: ContactOptions = {}): Contact {
    const found = this.people.get(number)
    if (found instanceof Account) throw new Error(`${number} is an account.`)
    if (found) return found.change(options)
    const lid = options.lid === undefined ? inventedLid(number) : (options.lid ?? undefined)
    return this.admit(new Contact(this, number, lid).change({ ...options, lid: undefined }))
  }

  group(jid: string | undefined, options: GroupOptions): Group {
    const group = new Group(this, jid ?? `120363${randomId('', 6).replace(/\D/g, '0')}@g.us`, options)
    this.groups.set(group.jid, group)
    return group
  }

  get accounts(): Account[] {
    return [...this.people.values()].filter((person) => person instanceof Account)
  }

  everyone(): Person[] {
    return [...this.people.values()]
  }

  /** The person at this address. An unknown number gets a contact, unless it begins with 000. */
  find(jid: string): Contact | Account | undefined {
    const address = parseAddress(jid)
    if (!address) return undefined
    return address.addressing === 'lid' ? this.byLid.get(address.user) : this.byNumber(address.user)
  }

  /** The linked device at exactly this address. */
  deviceAt(jid: string): LinkedDevice | undefined {
    const person = this.find(jid)
    return person instanceof Account ? person.linked.get(parseAddress(jid)?.device ?? 0) : undefined
  }

  /** From now on the server gives this LID. */
  learnLid(person: Contact, lid: string): void {
    if (person.lid && person.lid !== lid) this.staleLids.retire(person.lid)
    person.lid = lid
    this.byLid.set(lid, person)
  }

  later(delayMs: number, task: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      task()
    }, delayMs)
    this.timers.add(timer)
  }

  /** Runs work that is not awaited; a failure becomes a violation in the ledger. */
  background(work: Promise<void>, account: Account): void {
    work.catch((error: unknown) => this.ledger.violation('malformed', account, String(error)))
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer)
    for (const person of this.people.values()) person.close()
  }

  private byNumber(number: string): Contact | Account | undefined {
    const otherForm = toggleNinthDigit(number)
    const known = this.people.get(number) ?? (otherForm ? this.people.get(otherForm) : undefined)
    if (known || number.startsWith('000')) return known
    return this.contact(number)
  }

  private admit<T extends Contact | Account>(person: T): T {
    this.people.set(person.number, person)
    if (person.lid) this.byLid.set(person.lid, person)
    return person
  }
}
