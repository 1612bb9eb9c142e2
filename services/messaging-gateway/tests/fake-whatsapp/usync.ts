import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Account } from './account'
import type { Contact } from './contact'
import { HOSTED_DEVICE, parseAddress, numberJid } from './jids'
import type { Network } from './network'
import { readBytes, findChild, listChildren, stanza } from './stanza'

/** Answers a `usync` query: existing numbers, their LIDs and devices. */
export function answerUsync(
  network: Network,
  account: Account,
  node: BinaryNode,
): BinaryNode[] | { error: BinaryNode } {
  const usync = findChild(node, 'usync')
  const asked = listChildren(findChild(usync, 'query')).map((protocol) => protocol.tag)
  if (asked.includes('contact') && network.settings.numberChecks === 'refused')
    return { error: stanza('error', { code: '429', text: 'rate-overlimit' }) }
  const users = [...listChildren(findChild(usync, 'list')), ...listChildren(findChild(usync, 'side_list'))]
  if (asked.includes('contact') && network.volume.judge(network, account, users.map(readJid)) !== 'taken')
    return { error: stanza('error', { code: '429', text: 'rate-overlimit' }) }
  const isLeftOut = asked.includes('contact') && network.settings.numberChecks === 'empty'
  const found = isLeftOut ? [] : users.map((user) => userAnswer(network, user, asked))
  return [
    stanza('usync', usync?.attrs ?? {}, [
      stanza(
        'result',
        {},
        asked.map((tag) => stanza(tag)),
      ),
      stanza('list', {}, found),
      stanza('side_list'),
    ]),
  ]
}

const readPhone = (user: BinaryNode): string =>
  readBytes(findChild(user, 'contact')).toString().replace(/\D/g, '')

const readJid = (user: BinaryNode): string => user.attrs['jid'] ?? numberJid(readPhone(user))

function userAnswer(network: Network, user: BinaryNode, asked: readonly string[]): BinaryNode {
  const phone = readPhone(user)
  const jid = readJid(user)
  const person = network.find(jid)
  const answers = asked
    .map((tag) => protocolAnswer(tag, person, jid))
    .filter((answer) => answer !== undefined)
  if (phone && person?.lid && network.settings.numberChecks === 'by-lid')
    return stanza('user', { jid: person.jid('lid'), pn_jid: person.jid('pn') }, answers)
  return stanza('user', { jid: phone && person ? person.jid('pn') : jid }, answers)
}

function protocolAnswer(
  tag: string,
  person: Contact | Account | undefined,
  jid: string,
): BinaryNode | undefined {
  switch (tag) {
    case 'contact':
      return stanza('contact', { type: person ? 'in' : 'out' })
    case 'devices':
      return stanza('devices', {}, [stanza('device-list', {}, person ? deviceNodes(person) : [])])
    case 'lid':
      return person?.lid && parseAddress(jid)?.addressing === 'pn'
        ? stanza('lid', { val: person.jid('lid') })
        : undefined
    case 'status':
      return stanza('status', { t: '0' }, '')
    case 'disappearing_mode':
      return stanza('disappearing_mode', { duration: '0', t: '0' })
    default:
      return stanza(tag)
  }
}

function deviceNodes(person: Contact | Account): BinaryNode[] {
  const companions = 'linked' in person ? [...person.linked.keys()] : []
  return [...person.devices, ...companions].map((id) =>
    stanza('device', {
      id: String(id),
      'key-index': id === 0 ? undefined : String(id),
      is_hosted: id === HOSTED_DEVICE ? 'true' : undefined,
    }),
  )
}
