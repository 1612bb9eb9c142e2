import { createHash, createHmac, randomBytes } from 'node:crypto'

import { aesDecryptGCM, bytesToCrockford, Curve, hkdf, proto, type BinaryNode } from '@whiskeysockets/baileys'

import type { Account } from './account'
import type { Connection } from './connection'
import { SERVER_JID } from './jids'
import type { Network } from './network'
import { findFault } from './passkey'
import { readBytes, findChild, nowSeconds, randomId, stanza } from './stanza'

export interface PasskeyLinkingDeps {
  network: Network
  connection: Connection
  account: Account
  /** The secret of the scanned code. */
  advSecret: Buffer
  keys: { noise: Buffer; identity: Buffer }
  /** The client has sent its new secret. */
  done(advSecret: Buffer): void
}

const TAGS = [
  'ref',
  'passkey_request_options',
  'passkey_prologue',
  'companion_nonce',
  'encrypted_pairing_request',
]

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
const EMPTY = Buffer.alloc(0)

/** The passkey step in an iq of a client that is not linked yet, if there is one. */
export const passkeyRequestIn = (node: BinaryNode): BinaryNode | undefined =>
  TAGS.map((tag) => findChild(node, tag)).find((child) => child !== undefined)

/**
 * Server and phone of a linking with a passkey: the other side of whatsmeow pair-passkey.go (2026-08-21). Refuses
 * keys and signatures that do not match.
 */
export class PasskeyLinking {
  private readonly challenge = randomBytes(32).toString('base64url')
  private readonly ref = randomBytes(16).toString('base64url')
  private readonly ephemeral = Curve.generateKeyPair()
  private readonly nonce = randomBytes(32)
  private isTrusted = false
  private client: { key: Buffer; commitment: Buffer; identity: Buffer } | undefined

  constructor(private readonly deps: PasskeyLinkingDeps) {}

  /** WebAuthn options as WhatsApp sends them: WhiskeySockets/Baileys #2689, comment of 2026-07-08. */
  private get options(): BinaryNode {
    const options = {
      challenge: this.challenge,
      timeout: this.deps.network.settings.passkeyMs,
      rpId: this.deps.account.passkey?.rpId ?? 'whatsapp.com',
      allowCredentials: [],
      userVerification: 'required',
      extensions: { uvm: true },
    }
    return stanza('passkey_request_options', {}, Buffer.from(JSON.stringify(options)))
  }

  ask(): void {
    this.notify('passkey_prologue_request', [this.options])
  }

  /** The content of the result; undefined: refused. */
  step(request: BinaryNode): BinaryNode[] | undefined {
    switch (request.tag) {
      case 'ref':
        return [stanza('ref', {}, Buffer.from(this.ref))]
      case 'passkey_request_options':
        return [this.options]
      case 'passkey_prologue':
        return this.begin(request)
      case 'companion_nonce':
        return this.reveal(readBytes(request))
      default:
        return this.open(readBytes(request))
    }
  }

  private begin(request: BinaryNode): BinaryNode[] | undefined {
    const { account, network, advSecret } = this.deps
    const assertion = readBytes(findChild(request, 'webauthn_assertion')).toString()
    const fault = findFault(account.passkey, this.challenge, assertion)
    network.ledger.passkeyFaults.push(...(fault ? [fault] : []))
    if (fault) return undefined
    const payload = readBytes(findChild(request, 'prologue_payload'))
    const { companionEphemeralIdentity, commitment } = proto.ProloguePayload.decode(payload)
    const { publicKey, deviceType, ref } = proto.CompanionEphemeralIdentity.decode(
      companionEphemeralIdentity!,
    )
    if (ref !== this.ref || deviceType !== proto.DeviceProps.PlatformType.CHROME) return undefined
    this.client = {
      key: Buffer.from(publicKey!),
      commitment: Buffer.from(commitment!.hash!),
      identity: Buffer.from(companionEphemeralIdentity!),
    }
    const key = hkdf(advSecret, 32, { info: 'shortcake-passkey-handoff-v1' })
    const expected = createHmac('sha256', key).update(payload).digest()
    const proof = findChild(request, 'pairing_handoff_proof')
    if (proof && !readBytes(proof).equals(expected)) return undefined
    this.isTrusted = proof !== undefined
    const identity = proto.PrimaryEphemeralIdentity.encode({
      publicKey: this.ephemeral.public,
      nonce: this.nonce,
    })
    network.later(5, () =>
      this.notify('crsc_continuation', [
        stanza('primary_ephemeral_identity', {}, Buffer.from(identity.finish())),
      ]),
    )
    return []
  }

  private reveal(nonce: Buffer): BinaryNode[] | undefined {
    const { client } = this
    if (!client || !sha256(client.identity, nonce).equals(client.commitment)) return undefined
    const digest = sha256(nonce, this.ephemeral.public)
    const code = bytesToCrockford(
      Buffer.from(this.nonce.subarray(0, 5).map((byte, index) => byte ^ digest[index]!)),
    )
    // Without a valid handoff the phone displays a code and waits for its owner.
    if (!this.isTrusted) this.deps.account.comparedCode = `${code.slice(0, 4)}-${code.slice(4)}`
    return []
  }

  private open(content: Buffer): BinaryNode[] | undefined {
    const { client, deps } = this
    if (!client) return undefined
    const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(content)
    const salt = Buffer.from(`Companion Pairing 1 with ref ${this.ref}`)
    const shared = Curve.sharedKey(this.ephemeral.private, client.key)
    const key = hkdf(shared, 32, { salt, info: 'Pairing Information Encryption Key' })
    const request = proto.PairingRequest.decode(aesDecryptGCM(encryptedPayload!, key, iv!, EMPTY))
    const isSame =
      deps.keys.noise.equals(request.companionPublicKey!) &&
      deps.keys.identity.equals(request.companionIdentityKey!)
    if (!isSame) return undefined
    const advSecret = Buffer.from(request.advSecret!)
    deps.network.later(5, () => deps.done(advSecret))
    return []
  }

  private notify(type: string, content: BinaryNode[]): void {
    const attrs = { from: SERVER_JID, id: randomId('', 6), type, t: nowSeconds() }
    this.deps.connection.send(stanza('notification', attrs, content))
  }
}
