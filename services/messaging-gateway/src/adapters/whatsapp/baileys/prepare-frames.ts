import type { EventEmitter } from 'node:events'

import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'

import { baileysSignals } from './baileys-signals'
import { isolateListeners } from './isolate-listeners'
import { isChannel, isStatus } from './jids'
import type { Envelopes } from './journal-entry'
import type { BaileysModule } from './load-baileys'
import { endOpenQueries } from './open-queries'

export interface FrameDeps {
  baileys: Pick<BaileysModule, 'buildAckStanza'>
  sock: WASocket
  ref: { companyId: number; connectionId: number }
  envelopes: Envelopes
  me(): { id: string }
  isOver(): boolean
  onQueueLength(frames: number): void
}

/** Call before the first frame: the socket is being opened, but nothing has been sent. */
export function prepareFrames(deps: FrameDeps): void {
  const ws = deps.sock.ws as unknown as EventEmitter
  isolateListeners(ws, {
    failed: (_error, event) => {
      if (deps.isOver()) return
      baileysSignals.malformed(deps.ref)
      // Bytes that arrived together with a frame that failed stay
      // buffered until the next event: an empty one flushes them.
      if (event === 'message') ws.emit('message', Buffer.alloc(0))
    },
    inOrder: ['CB:message'],
    isDropped: (event, [stanza]) => event === 'CB:message' && acknowledgeIgnored(deps, stanza as BinaryNode),
    onQueueLength: deps.onQueueLength,
  })
  endOpenQueries(ws)
  ws.on('frame', (stanza: BinaryNode) => {
    if (stanza.attrs.id && !KNOWN_TAGS.has(stanza.tag)) acknowledge(deps, stanza)
  })
  ws.prependListener('CB:message', (stanza: BinaryNode) => {
    // The library has a second queue for offline messages, in which newer messages would overtake older ones.
    delete stanza.attrs.offline
    deps.envelopes.remember(stanza)
  })
}

/*
 * Those that the library acknowledges, and those that no client does. The server repeats others, like `status` and `appdata`, until
 * they are acknowledged (whatsmeow client.go, nodeHandlers, 2026-08-21).
 */
const KNOWN_TAGS = new Set([
  'message',
  'receipt',
  'notification',
  'call',
  'ack',
  'iq',
  'ib',
  'presence',
  'chatstate',
  'success',
  'failure',
  'error',
  'stream:error',
  'stream:features',
])

function acknowledge({ baileys, sock, me }: FrameDeps, stanza: BinaryNode): void {
  sock.sendNode(baileys.buildAckStanza(stanza, undefined, me().id)).catch(() => undefined)
}

/*
 * Status updates and channels are ignored here. The library would refuse each
 * with an error (500, `shouldIgnoreJid` in Socket/messages-recv.js), and the
 * server would repeat them; a client that does not show them acknowledges them.
 */
function acknowledgeIgnored(deps: FrameDeps, stanza: BinaryNode): boolean {
  const { from = '' } = stanza.attrs
  if (!isStatus(from) && !isChannel(from)) return false
  acknowledge(deps, stanza)
  return true
}
