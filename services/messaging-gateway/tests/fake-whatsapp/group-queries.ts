import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Group } from './group'
import type { LinkedDevice } from './linked-device'
import type { Network } from './network'
import { listChildren, stanza } from './stanza'

/** Answers of `w:g2`; undefined when the group does not exist or the account is not a member. */
export function answerGroupQuery(
  network: Network,
  device: LinkedDevice,
  node: BinaryNode,
): BinaryNode[] | undefined {
  const [subject] = listChildren(node)
  if (subject?.tag === 'participating')
    return [stanza('groups', {}, listGroups(network, device).map(describe))]
  const group = network.groups.get(node.attrs['to'] ?? '')
  if (!group?.participants.has(device.account)) return undefined
  return node.attrs['type'] === 'get' ? [describe(group)] : []
}

const listGroups = (network: Network, device: LinkedDevice): Group[] =>
  [...network.groups.values()].filter((group) => group.participants.has(device.account))

function describe(group: Group): BinaryNode {
  const [creator] = [...group.admins]
  return stanza(
    'group',
    {
      id: group.jid.split('@')[0],
      subject: group.subject,
      s_t: group.createdAt,
      creation: group.createdAt,
      creator: creator?.jid(group.addressing),
      creator_pn: creator?.jid('pn'),
      addressing_mode: group.addressing,
      size: String(group.participants.size),
    },
    [...group.participants].map((person) =>
      stanza('participant', {
        jid: person.jid(group.addressing),
        phone_number: group.addressing === 'lid' ? person.jid('pn') : undefined,
        lid: group.addressing === 'pn' && person.lid ? person.jid('lid') : undefined,
        type: group.admins.has(person) ? 'admin' : undefined,
      }),
    ),
  )
}
