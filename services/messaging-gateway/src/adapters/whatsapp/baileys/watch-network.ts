import type { EventEmitter } from 'node:events'

import type { BinaryNode } from '@whiskeysockets/baileys'

import type { SessionRequest } from '../../../features/whatsapp-driver'
import { AccountLimits } from './account-limits'
import { baileysSignals } from './baileys-signals'
import type { BaileysSocket } from './baileys-socket'
import { parseJid } from './jids'
import { listenForAcks } from './network-acks'
import type { Outbound } from './outbound'
import { queryTimeLock } from './time-lock'
import type { Troubles } from './troubles'

interface NetworkParts {
  outbound: Outbound
  troubles: Troubles
}

/** Reports acks, receipts, refusals and limits that arrive over the socket. */
export function watchNetwork(
  socket: BaileysSocket,
  request: SessionRequest,
  { outbound, troubles }: NetworkParts,
): AccountLimits {
  const ws = socket.sock.ws as unknown as EventEmitter
  listenForAcks({
    socket: ws,
    gate: socket.gate,
    callbacks: request.callbacks,
    me: () => socket.me,
    hasNewerToken: (waId) => outbound.hasNewerToken(waId),
    timeLock: () => queryTimeLock(socket.sock, (error) => baileysSignals.timeLockUnknown(request, error)),
    failed: (error) => baileysSignals.notRecorded(request, error),
    onStuck: () => troubles.report('not-recorded'),
    onCount: (ids) => socket.setWaitingReceipts(ids),
  })
  const limits = new AccountLimits({
    sock: socket.sock,
    report: (limit) => request.callbacks.limited(limit),
    failed: (error) => baileysSignals.limitsUnknown(request, error),
  })
  ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    const { id = '', from = '', error, phash, refresh_lid: isOutdated } = attrs
    if (isOutdated === 'true') void outbound.refreshLid(from)
    if (!error) void outbound.onAck(id, phash)
  })
  // The library changes the list of the number alone, and chats are addressed by LID: the next message queries both again.
  ws.on('CB:notification,type:devices', ({ attrs }: BinaryNode) => {
    for (const jid of [attrs.from, attrs.lid]) socket.devices.del(parseJid(jid)?.user ?? '')
  })
  return limits
}
