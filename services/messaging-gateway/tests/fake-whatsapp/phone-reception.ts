import type { BinaryNode, proto } from '@whiskeysockets/baileys'

import { contentHash } from './content'
import type { ReceivedMessage } from './inbox'
import type { LinkedDevice } from './linked-device'
import type { Network } from './network'
import type { Person } from './person'
import type { Decrypted, SignalPhone } from './signal-phone'
import { bigEndian, readBytes, nowSeconds, stanza } from './stanza'

/** A delivery to one phone: the parts of a message that are encrypted for it. */
export interface ReceivedStanza {
  waId: string
  sender: LinkedDevice
  /** As the client addressed it: the JID of a person or a group. */
  chat: string
  encs: BinaryNode[]
  isPeer: boolean
}

const MOST_RETRIES = 3

/** A phone decrypts, displays and sends a receipt or a retry receipt. Each phone handles its deliveries in order. */
export function receiveAtPhone(
  network: Network,
  person: Person,
  device: number,
  parcel: ReceivedStanza,
): Promise<void> {
  const phone = person.phone(device)
  return phone.work.run(async () => {
    const content: proto.IMessage = {}
    for (const enc of parcel.encs) {
      const opened = await openEnc(phone, parcel, enc)
      note(network, person, device, parcel, opened)
      if ('error' in opened) return requestRetry(network, person, device, parcel)
      await learnSenderKey(phone, parcel, opened)
      Object.assign(content, 'message' in opened ? opened.message : opened.repeated)
    }
    if (!parcel.isPeer) show(network, person, device, parcel, content)
    else if (person === parcel.sender.account)
      network.background(
        parcel.sender.account.hearFrom(parcel.sender, content, parcel.waId),
        parcel.sender.account,
      )
  })
}

function openEnc(phone: SignalPhone, parcel: ReceivedStanza, enc: BinaryNode): Promise<Decrypted> {
  const ciphertext = readBytes(enc)
  if (enc.attrs['type'] === 'skmsg') return phone.decryptGroup(parcel.sender, parcel.chat, ciphertext)
  return phone.decrypt(parcel.sender, enc.attrs['type'] === 'pkmsg' ? 'pkmsg' : 'msg', ciphertext)
}

async function learnSenderKey(phone: SignalPhone, parcel: ReceivedStanza, opened: Decrypted): Promise<void> {
  const item = 'message' in opened ? opened.message.senderKeyDistributionMessage : undefined
  if (item) await phone.learnSenderKey(parcel.sender, item)
}

function note(
  network: Network,
  person: Person,
  phone: number,
  parcel: ReceivedStanza,
  opened: Decrypted,
): void {
  const { account } = parcel.sender
  const error = 'error' in opened ? opened.error : undefined
  const outcome = error ? 'undecryptable' : 'repeated' in opened ? 'repeated' : 'decrypted'
  person.inbox(account).sightings.push({ waId: parcel.waId, phone, outcome, error })
  if (!('error' in opened)) return
  const detail = `${parcel.waId} at ${person.number}: ${opened.error}`
  network.ledger.violation(opened.reusedCounter ? 'counter-reused' : 'undecryptable', account, detail)
}

function show(
  network: Network,
  person: Person,
  device: number,
  parcel: ReceivedStanza,
  content: proto.IMessage,
): void {
  const { account } = parcel.sender
  const copy = content.deviceSentMessage
  const received: ReceivedMessage = {
    waId: parcel.waId,
    from: parcel.sender.jid,
    chat: copy?.destinationJid ?? parcel.chat,
    message: copy?.message ?? content,
  }
  if (!account.ledger.recordContent(parcel.waId, contentHash(received.message)))
    network.ledger.violation('content-changed', account, `${parcel.waId} at ${person.number}`)
  const isNew = device === 0 && person.inbox(account).add(received)
  if (isNew && person !== account) receiptFor(network, person, parcel)
}

function receiptFor(network: Network, person: Person, parcel: ReceivedStanza): void {
  const { autoReceipts } = network.settings
  const types = { none: [], delivery: [undefined], read: [undefined, 'read'] }[autoReceipts]
  for (const type of types)
    parcel.sender.deliver(
      stanza('receipt', {
        id: parcel.waId,
        ...addressFor(network, person, parcel.chat),
        type,
        t: nowSeconds(),
      }),
    )
}

/** The sender of a receipt: the chat that the message was sent to, and in a group also the member. */
function addressFor(
  network: Network,
  person: Person,
  chat: string,
  device = 0,
): { from: string; participant?: string } {
  const group = network.groups.get(chat)
  if (group) return { from: chat, participant: person.jid(group.addressing, device) }
  return { from: person.jid(chat.endsWith('@lid') ? 'lid' : 'pn', device) }
}

async function requestRetry(
  network: Network,
  person: Person,
  device: number,
  parcel: ReceivedStanza,
): Promise<void> {
  const { sightings } = person.inbox(parcel.sender.account)
  const count = sightings.filter((s) => s.waId === parcel.waId && s.outcome === 'undecryptable').length
  if (!network.settings.asksAgain || count > MOST_RETRIES || person === parcel.sender.account) return
  await askAgain(person.phone(device), parcel.sender, {
    waId: parcel.waId,
    ...addressFor(network, person, parcel.chat, device),
    count,
    hasKeys: count > 1,
  })
}

export interface RetryRequest {
  waId: string
  from: string
  participant?: string
  count: number
  hasKeys: boolean
}

/** A retry receipt, with new keys when the phone offers a new session. */
export async function askAgain(
  phone: SignalPhone,
  device: LinkedDevice,
  request: RetryRequest,
): Promise<void> {
  const { waId, from, participant, count, hasKeys } = request
  const { bundle } = phone
  const retry = stanza('retry', { count: String(count), id: waId, t: nowSeconds(), v: '1' })
  const registration = stanza('registration', {}, bigEndian(bundle.registrationId, 4))
  const keys = hasKeys ? [stanza('keys', {}, keyNodes(bundle, await phone.makePreKey()))] : []
  device.deliver(
    stanza('receipt', { id: waId, from, participant, type: 'retry', t: nowSeconds() }, [
      retry,
      registration,
      ...keys,
    ]),
  )
}

/** A key bundle as nodes, without the registration id. */
export function keyNodes(
  bundle: SignalPhone['bundle'],
  preKey: { id: number; key: Buffer } | undefined,
): BinaryNode[] {
  const { identityKey, signedPreKey } = bundle
  const oneTime = preKey && [
    stanza('key', {}, [stanza('id', {}, bigEndian(preKey.id, 3)), stanza('value', {}, preKey.key)]),
  ]
  return [
    stanza('type', {}, Buffer.from([5])),
    stanza('identity', {}, identityKey),
    stanza('skey', {}, [
      stanza('id', {}, bigEndian(signedPreKey.id, 3)),
      stanza('value', {}, signedPreKey.key),
      stanza('signature', {}, signedPreKey.signature),
    ]),
    ...(oneTime ?? []),
  ]
}
