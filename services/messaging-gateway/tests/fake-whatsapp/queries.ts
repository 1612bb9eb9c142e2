import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Connection } from './connection'
import { Contact } from './contact'
import { answerGroupQuery } from './group-queries'
import { answerKeyQuery } from './key-queries'
import { SERVER_JID } from './jids'
import type { LinkedDevice } from './linked-device'
import { activate } from './login'
import type { Network } from './network'
import { findChild, nowSeconds, stanza } from './stanza'
import { answerUsync } from './usync'

interface Query {
  network: Network
  connection: Connection
  device: LinkedDevice
  node: BinaryNode
}

/** The content of the result, or of the error; undefined: not found. */
type Content = BinaryNode[] | { error: BinaryNode } | undefined
type Answer = (query: Query) => Content | Promise<Content>

const NOT_FOUND = stanza('error', { code: '404', text: 'item-not-found' })

const nothing: Answer = () => []

const unknown: Answer = () => ({
  error: stanza('error', { code: '501', text: 'feature-not-implemented' }),
})

const answers: Record<string, Answer> = {
  encrypt: ({ network, device, node }) => answerKeyQuery(network, device, node),
  usync: ({ network, device, node }) => answerUsync(network, device.account, node),
  'w:g2': ({ network, device, node }) => answerGroupQuery(network, device, node),
  'w:m': ({ network }) => network.media.connectionNodes(),
  'w:p': nothing,
  'w:stats': nothing,
  'w:sync:app:state': ({ device, node }) => device.account.settings.answer(node),
  'w:profile:picture': ({ network, node }) => picture(network, node),
  'w:mex': ({ network, node }) => mex(network, node),
  'w:biz': nothing,
  'urn:xmpp:whatsapp:dirty': ({ device, node }) => {
    device.account.clean(findChild(node, 'clean')?.attrs['type'] ?? '')
    return []
  },
  abt: () => [stanza('props', { protocol: '1', hash: 'fake' })],
  bot: () => [stanza('bot', { v: '2' })],
  disappearing_mode: nothing,
  status: nothing,
  blocklist: ({ network, node }) => blocklist(network, node),
  privacy: ({ network, device, node }) => privacy(network, device, node),
  passive: ({ network, connection, node }) => {
    if (findChild(node, 'active') && network.faults.takeActiveRefusal())
      return { error: stanza('error', { code: '503', text: 'service-unavailable' }) }
    if (findChild(node, 'active')) activate(network.settings, connection)
    return []
  },
  md: ({ device, node }) => {
    if (findChild(node, 'remove-companion-device')) device.account.linked.delete(device.id)
    return []
  },
}

/** Every query gets a result; without a handler an error, and a row in the ledger. */
export async function answerQuery(query: Query): Promise<void> {
  const { network, connection, node } = query
  const xmlns = node.attrs['xmlns'] ?? ''
  if (!answers[xmlns]) network.ledger.unknown.push(node)
  const content = await (answers[xmlns] ?? unknown)(query)
  const attrs = { from: node.attrs['to'] ?? SERVER_JID, id: node.attrs['id'], t: nowSeconds() }
  connection.send(
    Array.isArray(content)
      ? stanza('iq', { ...attrs, type: 'result' }, content)
      : stanza('iq', { ...attrs, type: 'error' }, [content?.error ?? NOT_FOUND]),
  )
}

function picture(network: Network, node: BinaryNode): BinaryNode[] | undefined {
  const target = node.attrs['target'] ?? ''
  const person = network.find(target)
  const url =
    network.groups.get(target)?.pictureUrl ?? (person instanceof Contact ? person.pictureUrl : undefined)
  return url === undefined
    ? undefined
    : [stanza('picture', { id: '1', type: 'image', url, direct_path: new URL(url).pathname })]
}

/* Baileys Types/Mex.js, QueryIds.MESSAGE_CAPPING_INFO. */
const CAPPING_QUERY = '24503548349331633'

/** GraphQL queries: the account's restrictions. */
function mex(network: Network, node: BinaryNode): BinaryNode[] {
  const { timeLockedUntil: until, capping } = network.settings
  const ends = until && { time_enforcement_ends: String(Math.floor(until.getTime() / 1_000)) }
  const data = {
    xwa2_fetch_account_reachout_timelock: { is_active: until !== undefined, ...ends },
    xwa2_message_capping_info: capping,
  }
  const isCapping = findChild(node, 'query')?.attrs['query_id'] === CAPPING_QUERY
  if (isCapping && !capping) {
    const errors = [{ message: 'Internal Server Error', extensions: { error_code: 500 } }]
    return [stanza('result', {}, Buffer.from(JSON.stringify({ data: null, errors })))]
  }
  return [stanza('result', {}, Buffer.from(JSON.stringify({ data })))]
}

function blocklist(network: Network, node: BinaryNode): BinaryNode[] {
  const item = findChild(node, 'item')
  const jid = item?.attrs['jid']
  if (jid && item?.attrs['action'] === 'block') network.blocked.add(jid)
  else if (jid) network.blocked.delete(jid)
  return [
    stanza(
      'list',
      {},
      [...network.blocked].map((blocked) => stanza('item', { jid: blocked })),
    ),
  ]
}

function privacy(network: Network, { account }: LinkedDevice, node: BinaryNode): BinaryNode[] {
  const tokens = findChild(node, 'tokens')
  if (tokens) network.privacyTokens.issued(network, account, tokens)
  if (tokens || node.attrs['type'] === 'set') return []
  const everyone = ['readreceipts', 'last', 'online', 'profile', 'status', 'groupadd', 'calladd', 'messages']
  const categories = everyone.map((name) => stanza('category', { name, value: 'all' }))
  return [stanza('privacy', {}, categories)]
}
