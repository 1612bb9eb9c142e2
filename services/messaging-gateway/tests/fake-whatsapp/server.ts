import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer, type Server } from 'node:http'

import type { BinaryNode } from '@whiskeysockets/baileys'
import { WebSocketServer } from 'ws'

import { acceptMessage } from './client-messages'
import { acceptAck, acceptReceipt } from './client-receipts'
import { Connection, type ConnectionHost } from './connection'
import { SERVER_JID } from './jids'
import type { LinkedDevice } from './linked-device'
import { isOutdated, logIn, noteClosed, refuse } from './login'
import type { Network } from './network'
import { NoiseResponder } from './noise'
import { passkeyRequestIn } from './passkey-linking'
import { answerQuery } from './queries'
import { findChild, listChildren, nowSeconds, stanza } from './stanza'

const LOOPBACK = '127.0.0.1'

/** The socket side of the network: accepts connections and dispatches stanzas. */
export class ChatServer {
  private readonly http: Server = createServer()
  private readonly sockets = new WebSocketServer({ noServer: true })
  private readonly host: ConnectionHost

  constructor(
    private readonly network: Network,
    watch: ConnectionHost['watch'],
  ) {
    this.host = {
      watch,
      faults: network.faults,
      later: (delayMs, task) => network.later(delayMs, task),
      opened: () => {
        const handshake = { framesIn: 0 }
        network.ledger.handshakes.push(handshake)
        return handshake
      },
      greeted: (connection, finished) =>
        isOutdated(network.settings, finished)
          ? refuse(connection, { reason: '405' })
          : finished.payload.devicePairingData
            ? network.registrations.begin(connection, finished)
            : logIn(network, connection, finished),
      received: (connection, node) => this.receive(connection, node),
      malformed: (connection, error) =>
        network.ledger.violation('malformed', connection.device?.account, String(error)),
      closed: (connection) => {
        network.registrations.forget(connection)
        noteClosed(connection)
      },
    }
    this.http.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.serveWebClient(request, response),
    )
    this.http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.upgrade(request, socket, head),
    )
  }

  /** Resolves with the port. */
  async start(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) =>
      this.http.once('error', reject).listen(port, LOOPBACK, resolve),
    )
    return (this.http.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate()
    this.sockets.close()
    this.http.closeAllConnections()
    await new Promise((resolve) => this.http.close(resolve))
  }

  /**
   * The part of the web client that its version is read from:
   * WhiskeySockets/Baileys Utils/generics.js fetchLatestWaWebVersion.
   */
  private serveWebClient(request: IncomingMessage, response: ServerResponse): void {
    const revision = this.network.settings.webClientRevision
    const isFound = request.url === '/sw.js' && revision !== undefined
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'text/javascript' })
    response.end(isFound ? `self.__d=JSON.parse("{\\"client_revision\\":${revision},\\"p\\":1}")` : '')
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.network.faults.takeConnectRefusal()) return void socket.destroy()
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      const { authority, settings } = this.network
      const noise = new NoiseResponder(authority.serverKey, authority.chain(settings.certificate))
      return new Connection(client, noise, this.host)
    })
  }

  private receive(connection: Connection, node: BinaryNode): Promise<void> | void {
    if (node.tag === 'iq' && this.isPairing(connection, node)) return
    const { device } = connection
    if (device) return this.receiveFrom(connection, device, node)
  }

  private receiveFrom(connection: Connection, device: LinkedDevice, node: BinaryNode): Promise<void> | void {
    const { network } = this
    const ledger = network.ledger.account(device.account)
    switch (node.tag) {
      case 'iq':
        return node.attrs['type'] === 'get' || node.attrs['type'] === 'set' || !node.attrs['type']
          ? answerQuery({ network, connection, device, node })
          : undefined
      case 'message':
        return acceptMessage(network, connection, device, node)
      case 'receipt':
        return acceptReceipt(network, device, node)
      case 'ack':
        return acceptAck(network, device, node)
      case 'call':
        return acceptCall(connection, device, node)
      case 'presence':
        return void ledger.presences.push(node.attrs['type'] ?? 'name')
      case 'chatstate':
        if (node.attrs['from'])
          network.ledger.violation('unusual', device.account, 'a chat state with `from`')
        return void ledger.chatStates.push({
          to: node.attrs['to'] ?? '',
          state: listChildren(node)[0]?.tag ?? '',
        })
      case 'ib':
        return
      default:
        network.ledger.unknown.push(node)
    }
  }

  /** Handles the steps of a client that is not linked yet. */
  private isPairing(connection: Connection, node: BinaryNode): boolean {
    const { registrations } = this.network
    if (findChild(node, 'pair-device-sign')) registrations.sign(connection, node)
    const request = findChild(node, 'link_code_companion_reg')
    const passkeyRequest = connection.device ? undefined : passkeyRequestIn(node)
    if (request || passkeyRequest) {
      const answer = request
        ? registrations.codeStep(connection, request)
        : passkeyRequest && registrations.passkeyStep(connection, passkeyRequest)
      const attrs = { from: SERVER_JID, id: node.attrs['id'] }
      connection.send(
        answer
          ? stanza('iq', { ...attrs, type: 'result' }, answer)
          : stanza('iq', { ...attrs, type: 'error' }, [
              stanza('error', { code: '400', text: 'bad-request' }),
            ]),
      )
    }
    return request !== undefined || !connection.device
  }
}

function acceptCall(connection: Connection, device: LinkedDevice, node: BinaryNode): void {
  const rejected = findChild(node, 'reject')?.attrs['call-id']
  if (rejected) device.account.ledger.rejectedCalls.push(rejected)
  connection.send(
    stanza('ack', { class: 'call', id: node.attrs['id'], from: node.attrs['to'], t: nowSeconds() }),
  )
}
