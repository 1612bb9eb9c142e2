import { decodeBinaryNode, encodeBinaryNode, type BinaryNode } from '@whiskeysockets/baileys'
import type { WebSocket } from 'ws'

import type { Faults } from './faults'
import { encodeFrame, FrameReader } from './frames'
import type { Handshake } from './ledger'
import type { ConnectionRow } from './ledger'
import type { LinkedDevice } from './linked-device'
import { type Finished, type NoiseResponder, type Transport } from './noise'
import { stanza } from './stanza'
import { TaskChain } from './task-chain'

export interface ConnectionHost {
  faults: Faults
  /** Called for every stanza, for debugging. */
  watch(direction: 'in' | 'out', node: BinaryNode): void
  later(delayMs: number, task: () => void): void
  opened(): Handshake
  /** The handshake is complete; the client then registers or logs in. */
  greeted(connection: Connection, finished: Finished): void
  received(connection: Connection, node: BinaryNode): Promise<void> | void
  malformed(connection: Connection, error: unknown): void
  closed(connection: Connection): void
}

/** One socket of a client, from opening to end. */
export class Connection {
  device: LinkedDevice | undefined
  /** Its row in the ledger, from login on. */
  row: ConnectionRow | undefined
  /** The client has asked for delivery. */
  isActive = false

  private readonly reader = new FrameReader()
  private readonly incoming = new TaskChain()
  private transport: Transport | undefined
  private helloDone = false
  private isSuspended = false
  private readonly handshake: Handshake

  constructor(
    private readonly socket: WebSocket,
    private readonly noise: NoiseResponder,
    private readonly host: ConnectionHost,
  ) {
    this.handshake = host.opened()
    socket.on('message', (data: Buffer) =>
      this.guard(() => this.reader.push(data).forEach((f) => this.take(f))),
    )
    socket.on('error', () => socket.terminate())
    socket.on('close', () => host.closed(this))
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  send(node: BinaryNode): void {
    for (const delayMs of this.host.faults.chooseDelays(this.host.faults.toClient, node))
      if (delayMs === 0) this.write(node)
      else this.host.later(delayMs, () => this.write(node))
  }

  /** Sends arbitrary bytes as a stanza, encrypted for the connection. */
  sendPlain(plaintext: Uint8Array): void {
    if (this.transport && this.isOpen && !this.isSuspended)
      this.socket.send(encodeFrame(this.transport.encrypt(plaintext)))
  }

  /** Sends a stanza whose encrypted frame `spoil` has changed. */
  sendSpoilt(node: BinaryNode, spoil: (frame: Buffer) => Buffer): void {
    if (this.transport && this.isOpen && !this.isSuspended)
      this.socket.send(spoil(encodeFrame(this.transport.encrypt(encodeBinaryNode(node)))))
  }

  /** Sends a stream error, then closes the socket. */
  fail(code: string, reason?: BinaryNode): void {
    this.write(stanza('stream:error', { code }, reason ? [reason] : undefined))
    this.socket.close()
  }

  close(): void {
    this.socket.close()
  }

  /** Ends the socket without a close frame. */
  cut(): void {
    this.socket.terminate()
  }

  /** Stops reading and writing without closing: simulates a lost network. */
  freeze(): void {
    this.isSuspended = true
    this.socket.pause()
  }

  private write(node: BinaryNode): void {
    if (!this.transport || !this.isOpen || this.isSuspended) return
    this.host.watch('out', node)
    const cut = this.host.faults.takeCut('out', node, this.accountNumber)
    if (cut !== 'before') this.socket.send(encodeFrame(this.transport.encrypt(encodeBinaryNode(node))))
    if (cut) this.cut()
  }

  private get accountNumber(): string {
    return this.device?.account.number ?? ''
  }

  private take(frame: Buffer): void {
    if (!this.transport) this.handshake.framesIn++
    if (this.transport) this.decode(this.transport.decrypt(frame))
    else if (this.helloDone) this.finish(frame)
    else {
      const answer = encodeFrame(this.noise.answerHello(frame))
      this.socket.send(this.host.faults.spoilHello?.(answer) ?? answer)
      this.helloDone = true
    }
  }

  private finish(frame: Buffer): void {
    const finished = this.noise.finish(frame)
    this.transport = finished.transport
    this.host.greeted(this, finished)
  }

  /** Stanzas are handled one after the other, in order, although decoding is asynchronous. */
  private decode(plaintext: Buffer): void {
    this.incoming
      .run(async () => {
        const node = await decodeBinaryNode(plaintext)
        for (const delayMs of this.host.faults.chooseDelays(this.host.faults.fromClient, node))
          if (delayMs === 0) await this.handle(node)
          else
            this.host.later(delayMs, () => void this.handle(node).catch((e) => this.host.malformed(this, e)))
      })
      .catch((error: unknown) => this.host.malformed(this, error))
  }

  private async handle(node: BinaryNode): Promise<void> {
    if (this.isSuspended) return
    this.host.watch('in', node)
    const cut = this.host.faults.takeCut('in', node, this.accountNumber)
    if (cut !== 'before') await this.host.received(this, node)
    if (cut) this.cut()
  }

  private guard(work: () => void): void {
    try {
      if (!this.isSuspended) work()
    } catch (error) {
      this.host.malformed(this, error)
      this.cut()
    }
  }
}
