import { type BinaryNode } from '@whiskeysockets/baileys'

import { Account } from './account'
import { deliverTo, ownAttrs, participantAttrs, senderAttrs, type Envelope } from './envelopes'
import type { KeyBundle, LinkedDevice, PublicKey } from './linked-device'
import { answerMediaRetry } from './media-retry'
import type { Network } from './network'
import type { Person } from './person'
import { readBytes, findChild, listChildren, nowSeconds, readNumber, stanza } from './stanza'

/** Receipt types that remove a message from the queue; the others only report its state. */
const TAKES_OVER = new Set(['', 'inactive', 'sender', 'peer_msg'])
/** Receipt types that the author's companions hear of. */
const IS_TOLD = new Set(['', 'read', 'played'])

/** A receipt of the client: received messages leave the queue, messages that it could not decrypt are sent again. */
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
  if (IS_TOLD.has(type)) tellAuthor(network, device, node)
  for (const waId of listIds(node)) {
    const { ledger } = device.account
    ledger.receipts.push({ waId, to, type })
    if (!ledger.delivered.has(waId)) network.ledger.violation('unknown-receipt', device.account, waId)
    if (TAKES_OVER.has(type)) device.settle((queued) => isMessage(queued, waId, node))
  }
}

/** Phones of contacts note nothing; an account's other devices get the receipt from the reader's address, unchanged. */
function tellAuthor(network: Network, reader: LinkedDevice, { attrs, content }: BinaryNode): void {
  const { id, to = '', participant, type } = attrs
  const author = network.find(participant ?? to)
  if (!(author instanceof Account) || author === reader.account) return
  const own = (participant ?? to).endsWith('@lid') ? reader.lidJid : reader.jid
  const from = participant ? { from: to, participant: own } : { from: own }
  for (const device of author.linked.values())
    device.deliver(stanza('receipt', { id, type, t: nowSeconds(), ...from }, content))
}

/** An ack of the client. With an error the message leaves the queue undelivered. */
export function acceptAck(network: Network, device: LinkedDevice, node: BinaryNode): void {
  const { class: tag, id = '', error, type } = node.attrs
  if (tag === 'message') {
    device.settle((queued) => isMessage(queued, id, node))
    if (error) network.ledger.account(device.account).nacks.push({ waId: id, error })
    return
  }
  device.settle(
    ({ tag: queuedTag, attrs }) =>
      queuedTag === tag && attrs['id'] === id && attrs['from'] === node.attrs['to'] && attrs['type'] === type,
  )
}

const isMessage = ({ tag, attrs }: BinaryNode, waId: string, receipt: BinaryNode): boolean =>
  tag === 'message' && attrs['id'] === waId && namesSameChat(attrs, receipt.attrs)

/** Receipts of own messages name their chat or ourselves, so only messages of others are compared. */
function namesSameChat(message: BinaryNode['attrs'], receipt: BinaryNode['attrs']): boolean {
  if (message['recipient'] || message['category'] || !receipt['to']) return true
  return withoutDevice(message['from']) === withoutDevice(receipt['to'])
}

const withoutDevice = (jid: string | undefined): string | undefined => jid?.replace(/:\d+@/, '@')

const listIds = (node: BinaryNode): string[] => [
  node.attrs['id'] ?? '',
  ...listChildren(findChild(node, 'list')).map((item) => item.attrs['id'] ?? ''),
]

/** The client could not decrypt it: encrypted again under the same id, in a new session when the receipt has keys. */
async function resend(network: Network, device: LinkedDevice, node: BinaryNode): Promise<void> {
  const { id = '', to = '', participant, recipient } = node.attrs
  const keys = findChild(node, 'keys')
  const count = Number(findChild(node, 'retry')?.attrs['count'] ?? 1)
  network.ledger.account(device.account).retries.push({ waId: id, count, hasKeys: keys !== undefined })
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
  const signed = findChild(keys, 'skey')
  const oneTime = findChild(keys, 'key')
  const publicKey = (key: BinaryNode | undefined): PublicKey => ({
    id: readNumber(findChild(key, 'id')),
    key: readBytes(findChild(key, 'value')),
  })
  const bundle: KeyBundle = {
    registrationId: readNumber(findChild(node, 'registration')),
    identityKey: readBytes(findChild(keys, 'identity')),
    signedPreKey: { ...publicKey(signed), signature: readBytes(findChild(signed, 'signature')) },
  }
  const phone = author.phone()
  return phone.work.run(() => phone.startSession(device, bundle, oneTime && publicKey(oneTime)))
}
