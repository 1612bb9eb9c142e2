import { randomBytes } from 'node:crypto'

import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Connection } from './connection'
import { numberJid, SERVER_JID } from './jids'
import type { LinkedDevice } from './linked-device'
import type { Network } from './network'
import type { Finished } from './noise'
import type { Settings } from './settings'
import { nowSeconds, randomId, stanza } from './stanza'

/** Logs a client in when the device is linked and has the key that it was linked with. */
export function logIn(network: Network, connection: Connection, { payload, clientKey }: Finished): void {
  const number = String(payload.username)
  const device = network.deviceAt(numberJid(number, payload.device ?? 0))
  if (!payload.passive || !payload.pull)
    network.ledger.violation('unusual', device?.account, 'a login that is not passive, or does not pull')
  const failure =
    network.faults.takeLoginFailure(number) ??
    (network.volume.isBanned(device?.account) ? { reason: '403' } : undefined) ??
    (isKeyOfDevice(device, clientKey) ? undefined : { reason: '401' })
  if (failure || !device) return refuse(connection, failure ?? { reason: '401' })
  const older = device.connection
  if (older?.isOpen) replace(older)
  device.connection = connection
  connection.device = device
  connection.row = {
    deviceJid: device.jid,
    openedAt: new Date(),
    closedAt: undefined,
    wasReplaced: false,
  }
  network.ledger.account(device.account).connections.push(connection.row)
  connection.send(stanza('success', { t: nowSeconds(), lid: device.lidJid, props: '27', abprops: '1' }))
  connection.send(routing())
}

/** Whether the client's version is below the minimum. */
export function isOutdated({ minimumVersion }: Settings, { payload }: Finished): boolean {
  const { primary, secondary, tertiary } = payload.userAgent?.appVersion ?? {}
  const said = [primary ?? 0, secondary ?? 0, tertiary ?? 0]
  const differing = said.findIndex((part, index) => part !== minimumVersion[index])
  return differing >= 0 && (said[differing] ?? 0) < (minimumVersion[differing] ?? 0)
}

/** The only stanza to a client that is refused. */
export function refuse(connection: Connection, attrs: Record<string, string>): void {
  connection.send(stanza('failure', { ...attrs, location: 'fake' }))
  connection.close()
}

/** Begins delivery to the client. */
export function activate({ postsStatuses }: Settings, connection: Connection): void {
  if (connection.isActive || !connection.device) return
  connection.isActive = true
  connection.device.catchUp(connection)
  for (const type of connection.device.account.dirty)
    connection.send(stanza('ib', { from: SERVER_JID }, [stanza('dirty', { type, timestamp: nowSeconds() })]))
  if (postsStatuses) connection.device.deliver(statusUpdate())
}

/** A status update of a person outside the test. */
function statusUpdate(): BinaryNode {
  const attrs = { from: 'status@broadcast', participant: STRANGER, type: 'media', t: nowSeconds() }
  const enc = stanza('enc', { v: '2', type: 'skmsg', mediatype: 'image' }, randomBytes(96))
  return stanza('message', { ...attrs, id: randomId('AC', 15), notify: 'Alguém' }, [enc])
}

const STRANGER = '5511900009999@s.whatsapp.net'

export function noteClosed(connection: Connection): void {
  const { device, row } = connection
  connection.isActive = false
  if (row) row.closedAt = new Date()
  if (device?.connection === connection) device.connection = undefined
}

const isKeyOfDevice = (device: LinkedDevice | undefined, clientKey: Buffer): boolean =>
  device?.noiseKey.equals(clientKey) ?? false

/** The newer socket replaces the older one. */
function replace(older: Connection): void {
  if (older.row) older.row.wasReplaced = true
  older.fail('440', stanza('conflict', { type: 'replaced' }))
}

/** The client sends it at its next connection, before the handshake. */
const routing = () =>
  stanza('ib', {}, [
    stanza('edge_routing', {}, [stanza('routing_info', {}, Buffer.from(randomId('', 4), 'hex'))]),
  ])
