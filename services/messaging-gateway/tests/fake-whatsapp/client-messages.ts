import type { BinaryNode } from '@whiskeysockets/baileys'

import { Account } from './account'
import type { Connection } from './connection'
import type { Contact } from './contact'
import { HOSTED_DEVICE, lidJid, numberJid, parseAddress, type Addressing } from './jids'
import type { LinkedDevice } from './linked-device'
import type { Network } from './network'
import { participantHash } from './participant-hash'
import { receiveAtPhone } from './phone-reception'
import { findChild, listChildren, nowSeconds, stanza } from './stanza'

interface Route {
  /** A device's JID. */
  to: string
  encs: BinaryNode[]
}

/** A message of the client: acked at once, then delivered to every device that it names. */
export function acceptMessage(
  network: Network,
  connection: Connection,
  sender: LinkedDevice,
  node: BinaryNode,
): void {
  const { id = '', to = '' } = node.attrs
  const routes = listRoutes(network, sender, node)
  const planted = network.faults.takeRefusal(sender.account.number)
  if (planted?.lockedUntil) network.settings.timeLockedUntil = planted.lockedUntil
  const isLocked =
    isForPerson(node) && network.volume.judge(network, sender.account, [chooseChat(to)]) === 'locked'
  const refusedWith =
    planted?.error ??
    (isLocked ? '463' : undefined) ??
    findRefusal(network, node) ??
    network.privacyTokens.findRefusal(network, sender, node)
  const ledger = network.ledger.account(sender.account)
  ledger.recordSent({ waId: id, to: chooseChat(to), recipients: routes.length, refusedWith })
  if (lacksIdentity(node))
    network.ledger.violation('unusual', sender.account, `${id}: a pre-key message without device-identity`)
  if (showsFailure(node))
    network.ledger.violation('unusual', sender.account, `${id}: an edit without decrypt-fail`)
  const phash = deviceHash(network, sender, node)
  const staleLid = network.staleLids.buildFlag(network, sender.account, node)
  connection.send(
    stanza('ack', {
      class: 'message',
      id,
      from: to,
      t: nowSeconds(),
      error: refusedWith,
      phash,
      refresh_lid: staleLid,
    }),
  )
  if (!refusedWith) for (const route of routes) bring(network, sender, node, route)
}

/**
 * 463: addressed to the number of a person with a LID (WhiskeySockets/Baileys #2683 2026-07-02, #2698;
 * rmyndharis/OpenWA #717 2026-07-12, seen on a live number). 400: numbers and LIDs in one stanza
 * (oxidezap/whatsapp-rust #636 2026-05-21, #731 2026-06-05). The answer to one device's retry receipt goes to the
 * address that sent it (whatsmeow retry.go).
 */
function findRefusal(network: Network, { attrs, content }: BinaryNode): string | undefined {
  const to = attrs['to'] ?? ''
  const isAnswer = attrs['category'] === 'peer' || attrs['device_fanout'] === 'false'
  if (isAnswer || !parseAddress(to)) return undefined
  if (network.settings.takesNumbers) return undefined
  if (to.endsWith('@s.whatsapp.net') && network.find(to)?.lid) return '463'
  const named = listChildren(findChild({ tag: '', attrs, content }, 'participants'))
  const addressings = new Set(
    [to, ...named.map((child) => child.attrs['jid'] ?? '')].map((jid) => parseAddress(jid)?.addressing),
  )
  return addressings.size > 1 ? '400' : undefined
}

/**
 * The hash by which a client detects that it misses devices of a person or a group
 * (whatsmeow send.go, `phash` of the ack, 2026-08-21; oxidezap/whatsapp-rust #1328,
 * 2026-08-19: of groups as well). Undefined for a stanza to one device.
 */
function deviceHash(
  network: Network,
  sender: LinkedDevice,
  { attrs, content }: BinaryNode,
): string | undefined {
  const { to = '', participant, category, device_fanout: fanout } = attrs
  const group = network.groups.get(to)
  const isForAll = group !== undefined || findChild({ tag: '', attrs, content }, 'participants') !== undefined
  if (participant || category === 'peer' || fanout === 'false' || !isForAll) return undefined
  const person = network.find(to)
  const people = group ? [...group.participants] : person ? [person, sender.account] : []
  const addressing = group?.addressing ?? (to.endsWith('@lid') ? 'lid' : 'pn')
  const list = group ? listGroupDevices : listDevices
  return participantHash([...new Set(people)].flatMap((one) => list(one, addressing)))
}

const isForPerson = ({ attrs }: BinaryNode): boolean =>
  attrs['category'] !== 'peer' &&
  attrs['device_fanout'] !== 'false' &&
  parseAddress(attrs['to'] ?? '') !== undefined

const listEncs = (node: BinaryNode): BinaryNode[] => {
  const named = listChildren(findChild(node, 'participants')).flatMap((child) => listChildren(child))
  return [...listChildren(node), ...named].filter(({ tag }) => tag === 'enc')
}

/** A session that begins without the account's signature of the device is refused by phones (whatsmeow send.go, includeIdentity). */
const lacksIdentity = (node: BinaryNode): boolean =>
  listEncs(node).some(({ attrs }) => attrs['type'] === 'pkmsg') && !findChild(node, 'device-identity')

/** An edit or deletion that a phone which cannot decrypt it would show as a message (whatsmeow send.go, `decrypt-fail`). */
function showsFailure(node: BinaryNode): boolean {
  if (!node.attrs['edit']) return false
  const encs = listEncs(node)
  // Sender keys that go with a group's edit are no part of it.
  const own = encs.some(({ attrs }) => attrs['type'] === 'skmsg')
    ? encs.filter(({ attrs }) => attrs['type'] === 'skmsg')
    : encs
  return own.some(({ attrs }) => attrs['decrypt-fail'] !== 'hide')
}

/** Without the device: a retry for one device belongs to its chat. */
function chooseChat(to: string): string {
  const address = parseAddress(to)
  if (!address) return to
  return address.addressing === 'lid' ? lidJid(address.user) : numberJid(address.user)
}

function listRoutes(network: Network, sender: LinkedDevice, node: BinaryNode): Route[] {
  const direct = listChildren(node).filter((child) => child.tag === 'enc')
  const named = listChildren(findChild(node, 'participants')).map((child) => ({
    to: child.attrs['jid'] ?? '',
    encs: listChildren(child),
  }))
  if (direct.length === 0) return named
  const forEveryone = direct.filter((enc) => enc.attrs['type'] === 'skmsg')
  if (forEveryone.length === 0) {
    const to = node.attrs['participant'] ?? node.attrs['to'] ?? ''
    return [...named, { to, encs: direct }]
  }
  return groupRoutes(network, sender, node.attrs['to'] ?? '', forEveryone, named)
}

/** Each member gets the common ciphertext, after the sender key message that is addressed to it, if there is one. */
function groupRoutes(
  network: Network,
  sender: LinkedDevice,
  jid: string,
  common: BinaryNode[],
  named: Route[],
): Route[] {
  const members = [...(network.groups.get(jid)?.participants ?? [])]
  const keys = new Map(named.map((route) => [deviceKey(network, route.to), route.encs]))
  return members
    .flatMap((member) => listGroupDevices(member, 'lid'))
    .filter((to) => network.deviceAt(to) !== sender)
    .map((to) => ({ to, encs: [...(keys.get(deviceKey(network, to)) ?? []), ...common] }))
}

function listDevices(person: Contact | Account, addressing: Addressing): string[] {
  const companions = person instanceof Account ? [...person.linked.keys()] : []
  return [...person.devices, ...companions].map((device) => person.jid(addressing, device))
}

/** Meta's servers are in no group (WhiskeySockets/Baileys Socket/messages-send.js, `senderKeyRecipients`). */
const listGroupDevices = (person: Contact | Account, addressing: Addressing): string[] =>
  listDevices(person, addressing).filter((jid) => parseAddress(jid)?.device !== HOSTED_DEVICE)

/** The same key for a device's number and LID. */
const deviceKey = (network: Network, jid: string): string =>
  `${network.find(jid)?.number ?? jid}:${parseAddress(jid)?.device ?? 0}`

function bring(network: Network, sender: LinkedDevice, node: BinaryNode, route: Route): void {
  const companion = network.deviceAt(route.to)
  if (companion) return forward(sender, companion, node, route)
  const person = network.find(route.to)
  if (!person) return
  const delivery = {
    waId: node.attrs['id'] ?? '',
    sender,
    chat: node.attrs['recipient'] ?? chooseChat(node.attrs['to'] ?? ''),
    encs: route.encs,
    isPeer: node.attrs['category'] === 'peer',
  }
  const device = parseAddress(route.to)?.device ?? 0
  network.background(receiveAtPhone(network, person, device, delivery), sender.account)
}

/** To another linked device: the unchanged ciphertext, from the sender's address. */
function forward(sender: LinkedDevice, companion: LinkedDevice, node: BinaryNode, route: Route): void {
  const { id, type, edit, to = '' } = node.attrs
  const isLid = parseAddress(route.to)?.addressing === 'lid'
  const own = companion.account === sender.account ? { recipient: chooseChat(to) } : {}
  const from = isLid ? sender.lidJid : sender.jid
  const inGroup = to.endsWith('@g.us') ? { from: to, participant: from } : { from, ...own }
  companion.deliver(
    stanza(
      'message',
      { id, type, edit, t: nowSeconds(), ...inGroup, ...findAlternative(sender, isLid) },
      route.encs,
    ),
  )
}

const findAlternative = ({ account }: LinkedDevice, isLid: boolean): Record<string, string> =>
  isLid ? { sender_pn: account.jid('pn') } : { sender_lid: account.jid('lid') }
