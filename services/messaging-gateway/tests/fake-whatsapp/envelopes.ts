import type { BinaryNode, proto } from '@whiskeysockets/baileys'

import type { Account } from './account'
import { chooseMediaType, chooseStanzaType } from './content'
import type { Addressing } from './jids'
import type { LinkedDevice } from './linked-device'
import type { Person } from './person'
import type { Encrypted } from './signal-phone'
import { nowSeconds, stanza } from './stanza'

export interface Envelope {
  waId: string
  message: proto.IMessage
  addressing: Addressing
  /** The sender's device; 0 is the phone. */
  device?: number
  /** Push name. */
  notify?: string
  /** Further attributes of the stanza; they replace those of the same name. */
  attrs?: Record<string, string | undefined>
  /** Number of this repeat, after a retry receipt. */
  retryCount?: number
}

/*
 * The server gives a number only of people who do not hide it (WhiskeySockets/Baileys Utils/decode-wa-message.js,
 * extractAddressingContext: `senderAlt` may be absent).
 */
const numberFor = (person: Person): string | undefined => (person.hidesNumber ? undefined : person.jid('pn'))

/** How the sender of a direct chat is addressed: by number with the LID as an attribute, or the other way round. */
export function senderAttrs(person: Person, addressing: Addressing, device = 0) {
  if (addressing === 'lid' && person.lid)
    return { from: person.jid('lid', device), sender_pn: numberFor(person), addressing_mode: 'lid' }
  return { from: person.jid('pn', device), sender_lid: person.lid ? person.jid('lid') : undefined }
}

/** The same in a group, where the sender is the participant. */
export function participantAttrs(person: Person, addressing: Addressing, device = 0) {
  if (addressing === 'lid' && person.lid)
    return {
      participant: person.jid('lid', device),
      participant_pn: numberFor(person),
      addressing_mode: 'lid',
    }
  return {
    participant: person.jid('pn', device),
    participant_lid: person.lid ? person.jid('lid') : undefined,
    addressing_mode: 'pn',
  }
}

/** A message that our own number wrote to `to` on its phone: the account is the sender, the chat is the recipient. */
export function ownAttrs(account: Account, to: Person, addressing: Addressing) {
  const isLid = addressing === 'lid' && to.lid !== undefined
  return {
    from: account.jid(isLid ? 'lid' : 'pn'),
    recipient: to.jid(addressing),
    peer_recipient_pn: isLid ? to.jid('pn') : undefined,
    peer_recipient_lid: !isLid && to.lid ? to.jid('lid') : undefined,
    addressing_mode: isLid ? 'lid' : undefined,
  }
}

export function messageStanza(
  envelope: Envelope,
  attrs: Record<string, string | undefined>,
  content: BinaryNode[],
): BinaryNode {
  return stanza(
    'message',
    {
      id: envelope.waId,
      t: nowSeconds(),
      type: chooseStanzaType(envelope.message),
      notify: envelope.notify,
      ...attrs,
      ...envelope.attrs,
    },
    content,
  )
}

export function buildEnc(
  { type, ciphertext }: { type: Encrypted['type'] | 'skmsg'; ciphertext: Uint8Array },
  envelope: Envelope,
): BinaryNode {
  return stanza(
    'enc',
    {
      v: '2',
      type,
      mediatype: chooseMediaType(envelope.message),
      count: envelope.retryCount ? String(envelope.retryCount) : undefined,
    },
    ciphertext,
  )
}

/** Encrypts for one linked device and queues it at the server. */
export async function deliverTo(
  device: LinkedDevice,
  from: Person,
  envelope: Envelope,
  attrs: Record<string, string | undefined>,
  plaintext: proto.IMessage = envelope.message,
): Promise<void> {
  const phone = from.phone(envelope.device)
  await phone.work.run(async () => {
    const encrypted = await phone.encrypt(device, plaintext)
    device.account.warnOfLowPreKeys(device)
    device.deliver(messageStanza(envelope, attrs, [buildEnc(encrypted, envelope)]))
  })
}
