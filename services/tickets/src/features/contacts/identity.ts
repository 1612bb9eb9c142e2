import { keepDigits, normalizePhone } from '@balcao/contracts'

/** By what a contact is recognised. The two forms of a Brazilian mobile number, with and without the ninth digit, share one value. */
export interface Identity {
  kind: 'phone' | 'lid' | 'bsuid' | 'group'
  value: string
}

export const phoneIdentity = (number: string): Identity => ({
  kind: 'phone',
  value: normalizePhone(keepDigits(number)),
})

export interface PartyLike {
  number: string
  lid: string
  bsuid?: string | undefined
}

/** Ids of a person whose number the network need not show: WhatsApp's, and the official API's. */
export const PRIVACY_IDS = ['lid', 'bsuid'] as const

/** Whether a chat is one of such an id. */
export const isPrivacyJid = (remoteJid: string): boolean =>
  PRIVACY_IDS.some((kind) => remoteJid.endsWith(`@${kind}`))

/** The identities of a chat's other side, most reliable first. `remoteJid` is used for groups, or when nothing else is known. */
export function listIdentities(party: PartyLike, isGroup: boolean, remoteJid: string): Identity[] {
  if (isGroup) return [{ kind: 'group', value: remoteJid }]
  const found: Identity[] = []
  if (keepDigits(party.number) !== '') found.push(phoneIdentity(party.number))
  if (keepDigits(party.lid) !== '') found.push({ kind: 'lid', value: keepDigits(party.lid) })
  if (party.bsuid) found.push({ kind: 'bsuid', value: party.bsuid })
  if (found.length > 0) return found
  const [user = '', server = ''] = remoteJid.split('@')
  if (server === 'bsuid') return [{ kind: 'bsuid', value: user }]
  return [server === 'lid' ? { kind: 'lid', value: keepDigits(user) } : phoneIdentity(user)]
}

/** Where the gateway sends: digits for a phone, a jid for everything else. */
export function chooseAddress(
  identities: readonly Identity[],
  number: string,
): { number: string; remoteJid: string } {
  const group = identities.find(({ kind }) => kind === 'group')
  if (group) return { number: '', remoteJid: group.value }
  const hidden = identities.find(({ kind }) => PRIVACY_IDS.some((known) => known === kind))
  // One without a number may be known by a second one, from a merge: the present one is hidden.
  const isByNumber = identities.some(({ kind }) => kind === 'phone') && (number !== '' || !hidden)
  if (isByNumber) return { number, remoteJid: '' }
  return { number: '', remoteJid: hidden ? `${hidden.value}@${hidden.kind}` : '' }
}
