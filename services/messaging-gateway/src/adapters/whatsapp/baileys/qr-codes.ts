import type { EventEmitter } from 'node:events'

import type { AuthenticationCreds, BinaryNode } from '@whiskeysockets/baileys'

import type { BaileysModule } from './load-baileys'

export interface QrCodesDeps {
  baileys: BaileysModule
  creds: AuthenticationCreds
  browser: [os: string, browser: string, version: string]
  /** How long a code is shown, in milliseconds; the first one three times as long, as in WhatsApp's own web client. */
  qrMs: number
  /** Sends a frame. */
  send(node: BinaryNode): Promise<void>
  show(text: string): void
  /** The last code has expired. */
  expired(): void
}

const FIRST_FACTOR = 3
const PAIR_DEVICE = 'CB:iq,type:set,pair-device'

/**
 * QR codes of a client that is not linked yet. The library's own timer ends only with its socket, but a linking that
 * requests a passkey needs the socket for minutes after the scan.
 */
export class QrCodes {
  private refs: string[] = []
  private timer: NodeJS.Timeout | undefined

  constructor(
    socket: EventEmitter,
    private readonly deps: QrCodesDeps,
  ) {
    socket.removeAllListeners(PAIR_DEVICE)
    socket.on(PAIR_DEVICE, (stanza: BinaryNode) => {
      // A socket on which no answer can be sent is ending, and reports its end itself.
      this.begin(stanza).catch(() => undefined)
    })
  }

  /** Stops the codes; the socket stays open. */
  stop(): void {
    clearTimeout(this.timer)
    this.refs = []
  }

  private async begin(stanza: BinaryNode): Promise<void> {
    const { getBinaryNodeChild, getBinaryNodeChildren, S_WHATSAPP_NET } = this.deps.baileys
    await this.deps.send({
      tag: 'iq',
      attrs: { to: S_WHATSAPP_NET, type: 'result', id: stanza.attrs['id'] ?? '' },
    })
    this.stop()
    this.refs = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'pair-device'), 'ref').map(({ content }) =>
      Buffer.from(content as Uint8Array).toString(),
    )
    this.showNext(this.deps.qrMs * FIRST_FACTOR)
  }

  private showNext(shownForMs: number): void {
    const ref = this.refs.shift()
    if (ref === undefined) return this.deps.expired()
    this.deps.show(this.buildText(ref))
    this.timer = setTimeout(() => this.showNext(this.deps.qrMs), shownForMs)
  }

  private buildText(ref: string): string {
    const { baileys, creds, browser } = this.deps
    const base64 = (key: Uint8Array) => Buffer.from(key).toString('base64')
    const { noiseKey, signedIdentityKey, advSecretKey } = creds
    const keys = [base64(noiseKey.public), base64(signedIdentityKey.public)] as const
    return baileys.buildPairingQRData(ref, ...keys, advSecretKey, browser)
  }
}
