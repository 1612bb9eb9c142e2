import { type BinaryNode } from '@whiskeysockets/baileys'

import { deliverTo, ownAttrs, participantAttrs, senderAttrs, type Envelope } from './envelopes'
import type { KeyBundle, LinkedDevice, PublicKey } from './linked-device'
import { answerMediaRetry } from './media-retry'
import type { Network } from './network'
import type { Person } from './person'
import { bytesOf, childOf, childrenOf, nowSeconds, numberOf, stanza } from './stanza'

/** Receipts by which the client takes a message over; the others only say what became of it. */
const TAKES_OVER = new Set(['', 'inactive', 'sender', 'peer_msg'])

/** A receipt of the client: what it has is off the queue, what it could not read is sent anew. */
export function acceptReceipt(network: Network, device: LinkedDevice, node: BinaryNode): void {
  const { to = '', type = '' } = node.attrs
  device.connection?.send(
    stanza('ack', {
      class: 'receipt',
      id: node.attrs['id'],
      from: to,
      type: node.attrs['type'],
      t: nowSeconds(),
    }),
  )
  if (type === 'retry') return network.background(resend(network, device, node), device.account)
  if (type === 'server-error') return answerMediaRetry(network, device, node)
  for (const waId of idsOf(node)) {
    const { ledger } = device.account
    ledger.receipts.push({ waId, to, type })
    if (!ledger.delivered.has(waId)) network.ledger.violation('unknown-receipt', device.account, waId)
    if (TAKES_OVER.has(type)) device.settle((queued) => isMessage(queued, waId, node))
  }
}

/** An ack of the client. One with an error drops a message for good. */
export function acceptAck(network: Network, device: LinkedDevice, node: BinaryNode): void {
  const { class: tag, id = '', error, type } = node.attrs
  if (tag === 'message') {
    device.settle((queued) => isMessage(queued, id, node))
    if (error) network.ledger.of(device.account).nacks.push({ waId: id, error })
    return
  }
  device.settle(
    ({ tag: queuedTag, attrs }) =>
      queuedTag === tag && attrs['id'] === id && attrs['from'] === node.attrs['to'] && attrs['type'] === type,
  )
}

const isMessage = ({ tag, attrs }: BinaryNode, waId: string, receipt: BinaryNode): boolean =>
  tag === 'message' && attrs['id'] === waId && namesSameChat(attrs, receipt.attrs)

/** Own messages are receipted to their chat or to ourselves, so only foreign ones are compared. */
function namesSameChat(message: BinaryNode['attrs'], receipt: BinaryNode['attrs']): boolean {
  if (message['recipient'] || message['category'] || !receipt['to']) return true
  return withoutDevice(message['from']) === withoutDevice(receipt['to'])
}

const withoutDevice = (jid: string | undefined): string | undefined => jid?.replace(/:\d+@/, '@')

const idsOf = (node: BinaryNode): string[] => [
  node.attrs['id'] ?? '',
  ...childrenOf(childOf(node, 'list')).map((item) => item.attrs['id'] ?? ''),
]

/** The client could not read it: encrypted again under the same id, in a new session when it sent keys. */
async function resend(network: Network, device: LinkedDevice, node: BinaryNode): Promise<void> {
  const { id = '', to = '', participant, recipient } = node.attrs
  const keys = childOf(node, 'keys')
  const count = Number(childOf(node, 'retry')?.attrs['count'] ?? 1)
  network.ledger.of(device.account).retries.push({ waId: id, count, hasKeys: keys !== undefined })
  const author = network.find(participant ?? to)
  const message = author?.sent.get(id)
  if (!author || !message) return
  if (keys) await startOver(author, device, node, keys)
  const envelope: Envelope = {
    waId: id,
    message,
    addressing: to.endsWith('@lid') ? 'lid' : 'pn',
    retryCount: count,
  }
  await deliverTo(
    device,
    author,
    envelope,
    attrsFor(network, device, author, envelope, { to, participant, recipient }),
  )
}

function attrsFor(
  network: Network,
  device: LinkedDevice,
  author: Person,
  envelope: Envelope,
  {
    to,
    participant,
    recipient,
  }: { to: string; participant?: string | undefined; recipient?: string | undefined },
): Record<string, string | undefined> {
  const chat = recipient ? network.find(recipient) : undefined
  if (chat) return ownAttrs(device.account, chat, recipient?.endsWith('@lid') ? 'lid' : 'pn')
  if (!participant || !to.endsWith('@g.us')) return senderAttrs(author, envelope.addressing)
  return { from: to, ...participantAttrs(author, participant.endsWith('@lid') ? 'lid' : 'pn') }
}

function startOver(author: Person, device: LinkedDevice, node: BinaryNode, keys: BinaryNode): Promise<void> {
  const signed = childOf(keys, 'skey')
  const oneTime = childOf(keys, 'key')
  const publicKey = (key: BinaryNode | undefined): PublicKey => ({
    id: numberOf(childOf(key, 'id')),
    key: bytesOf(childOf(key, 'value')),
  })
  const bundle: KeyBundle = {
    registrationId: numberOf(childOf(node, 'registration')),
    identityKey: bytesOf(childOf(keys, 'identity')),
    signedPreKey: { ...publicKey(signed), signature: bytesOf(childOf(signed, 'signature')) },
  }
  const phone = author.phone()
  return phone.work.run(() => phone.startSession(device, bundle, oneTime && publicKey(oneTime)))
}
