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
  delivery: ReceivedStanza,
): Promise<void> {
  const phone = person.phone(device)
  return phone.work.run(async () => {
    const content: proto.IMessage = {}
    for (const enc of delivery.encs) {
      const opened = await openEnc(phone, delivery, enc)
      note(network, person, device, delivery, opened)
      if ('error' in opened) return requestRetry(network, person, device, delivery)
      await learnSenderKey(phone, delivery, opened)
      Object.assign(content, 'message' in opened ? opened.message : opened.repeated)
    }
    if (!delivery.isPeer) show(network, person, device, delivery, content)
    else if (person === delivery.sender.account)
      network.background(
        delivery.sender.account.hearFrom(delivery.sender, content, delivery.waId),
        delivery.sender.account,
      )
  })
}

function openEnc(phone: SignalPhone, delivery: ReceivedStanza, enc: BinaryNode): Promise<Decrypted> {
  const ciphertext = readBytes(enc)
  if (enc.attrs['type'] === 'skmsg') return phone.decryptGroup(delivery.sender, delivery.chat, ciphertext)
  return phone.decrypt(delivery.sender, enc.attrs['type'] === 'pkmsg' ? 'pkmsg' : 'msg', ciphertext)
}

async function learnSenderKey(
  phone: SignalPhone,
  delivery: ReceivedStanza,
  opened: Decrypted,
): Promise<void> {
  const item = 'message' in opened ? opened.message.senderKeyDistributionMessage : undefined
  if (item) await phone.learnSenderKey(delivery.sender, item)
}

function note(
  network: Network,
  person: Person,
  phone: number,
  delivery: ReceivedStanza,
  opened: Decrypted,
): void {
  const { account } = delivery.sender
  const error = 'error' in opened ? opened.error : undefined
  const outcome = error ? 'undecryptable' : 'repeated' in opened ? 'repeated' : 'decrypted'
  person.inbox(account).sightings.push({ waId: delivery.waId, phone, outcome, error })
  if (!('error' in opened)) return
  const detail = `${delivery.waId} at ${person.number}: ${opened.error}`
  network.ledger.violation(opened.reusedCounter ? 'counter-reused' : 'undecryptable', account, detail)
}

function show(
  network: Network,
  person: Person,
  device: number,
  delivery: ReceivedStanza,
  content: proto.IMessage,
): void {
  const { account } = delivery.sender
  const copy = content.deviceSentMessage
  const received: ReceivedMessage = {
    waId: delivery.waId,
    from: delivery.sender.jid,
    chat: copy?.destinationJid ?? delivery.chat,
    message: copy?.message ?? content,
  }
  if (!account.ledger.recordContent(delivery.waId, contentHash(received.message)))
    network.ledger.violation('content-changed', account, `${delivery.waId} at ${person.number}`)
  const isNew = device === 0 && person.inbox(account).add(received)
  if (isNew && person !== account) receiptFor(network, person, delivery)
}

function receiptFor(network: Network, person: Person, delivery: ReceivedStanza): void {
  const { autoReceipts } = network.settings
  const types = { none: [], delivery: [undefined], read: [undefined, 'read'] }[autoReceipts]
  for (const type of types)
    delivery.sender.deliver(
      stanza('receipt', {
        id: delivery.waId,
        ...addressFor(network, person, delivery.chat),
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
  delivery: ReceivedStanza,
): Promise<void> {
  const { sightings } = person.inbox(delivery.sender.account)
  const count = sightings.filter((s) => s.waId === delivery.waId && s.outcome === 'undecryptable').length
  if (!network.settings.asksAgain || count > MOST_RETRIES || person === delivery.sender.account) return
  await askAgain(person.phone(device), delivery.sender, {
    waId: delivery.waId,
    ...addressFor(network, person, delivery.chat, device),
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
