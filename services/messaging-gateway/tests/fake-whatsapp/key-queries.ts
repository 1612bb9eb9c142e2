import { createHash } from 'node:crypto'

import type { BinaryNode } from '@whiskeysockets/baileys'

import type { LinkedDevice } from './linked-device'
import { parseAddress } from './jids'
import type { Network } from './network'
import { keyNodes } from './phone-reception'
import { bigEndian, readBytes, findChild, listChildren, readNumber, stanza } from './stanza'

/** Answers of the `encrypt` namespace. */
export async function answerKeyQuery(
  network: Network,
  device: LinkedDevice,
  node: BinaryNode,
): Promise<BinaryNode[] | { error: BinaryNode }> {
  const [subject] = listChildren(node)
  if (node.attrs['type'] === 'set') {
    if (network.settings.refusesPreKeys)
      return { error: stanza('error', { code: '503', text: 'service-unavailable' }) }
    if (findChild(node, 'list')) takeUpload(network, device, node)
    return []
  }
  switch (subject?.tag) {
    case 'count':
      return [stanza('count', { value: String(countFor(network, device)) })]
    case 'digest':
      return digest(device)
    case 'key':
      return [
        stanza('list', {}, await Promise.all(listChildren(subject).map((user) => bundleFor(network, user)))),
      ]
    case 'identity':
      return [
        stanza(
          'list',
          {},
          listChildren(subject).map((user) => identityFor(network, user)),
        ),
      ]
    default:
      return []
  }
}

/** Answers to a new client's count query: after 0 it uploads 812 keys, after 1 five, after more none. */
const FIRST_COUNTS = { full: 0, small: 1, none: 812 } as const

const countFor = (network: Network, device: LinkedDevice): number =>
  device.uploaded.size === 0 ? FIRST_COUNTS[network.settings.firstPreKeys] : device.preKeys.size

function takeUpload(network: Network, device: LinkedDevice, node: BinaryNode): void {
  const keys = listChildren(findChild(node, 'list')).map((key) => ({
    id: readNumber(findChild(key, 'id')),
    key: readBytes(findChild(key, 'value')),
  }))
  for (const { id, key } of keys) {
    const earlier = device.uploaded.get(id)
    if (earlier !== undefined && earlier !== key.toString('hex'))
      network.ledger.violation('pre-key-reused', device.account, `pre-key ${id}`)
    // A repeated upload does not make a key available twice.
    if (earlier === undefined) device.preKeys.set(id, key)
    device.uploaded.set(id, key.toString('hex'))
  }
  const signed = findChild(node, 'skey')
  device.account.notePreKeyUpload(device, {
    registrationId: readNumber(findChild(node, 'registration')),
    identityKey: readBytes(findChild(node, 'identity')),
    signedPreKey: {
      id: readNumber(findChild(signed, 'id')),
      key: readBytes(findChild(signed, 'value')),
      signature: readBytes(findChild(signed, 'signature')),
    },
  })
  network.ledger.account(device.account).preKeyUploads.push(keys.length)
}

/** Hash of the keys that the server stores, for the client to compare. */
function digest(device: LinkedDevice): BinaryNode[] {
  const { registrationId, signedPreKey, identityKey } = device.bundle
  const hash = createHash('sha1').update(identityKey).update(signedPreKey.key).update(signedPreKey.signature)
  const ids = [...device.preKeys.keys()]
  return [
    stanza('digest', {}, [
      stanza('registration', {}, bigEndian(registrationId, 4)),
      stanza('type', {}, Buffer.from([5])),
      stanza('identity', {}, identityKey),
      stanza('skey', {}, [stanza('id', {}, bigEndian(signedPreKey.id, 3))]),
      stanza(
        'list',
        {},
        ids.map((id) => stanza('id', {}, bigEndian(id, 3))),
      ),
      stanza('hash', {}, hash.digest()),
    ]),
  ]
}

async function bundleFor(network: Network, user: BinaryNode): Promise<BinaryNode> {
  const jid = user.attrs['jid'] ?? ''
  const companion = network.deviceAt(jid)
  const phone = companion ? undefined : phoneAt(network, jid)
  if (!companion && !phone)
    return stanza('user', { jid }, [stanza('error', { code: '404', text: 'item-not-found' })])
  const bundle = companion?.bundle ?? phone?.bundle
  const preKey = companion ? companion.takePreKey() : await phone?.makePreKey()
  if (!bundle) throw new Error('unreachable')
  return stanza('user', { jid }, [
    stanza('registration', {}, bigEndian(bundle.registrationId, 4)),
    ...keyNodes(bundle, preKey),
  ])
}

function identityFor(network: Network, user: BinaryNode): BinaryNode {
  const jid = user.attrs['jid'] ?? ''
  const bundle = (network.deviceAt(jid) ?? phoneAt(network, jid))?.bundle
  return stanza('user', { jid }, bundle ? [stanza('identity', {}, bundle.identityKey)] : [])
}

function phoneAt(network: Network, jid: string) {
  const device = parseAddress(jid)?.device ?? 0
  const person = network.find(jid)
  return person?.devices.includes(device) ? person.phone(device) : undefined
}
