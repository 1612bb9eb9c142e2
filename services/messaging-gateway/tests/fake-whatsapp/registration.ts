import { randomBytes } from 'node:crypto'

import { Curve, hmacSign, proto, type BinaryNode } from '@whiskeysockets/baileys'

import type { Account } from './account'
import type { Connection } from './connection'
import { parseAddress, SERVER_JID } from './jids'
import { LinkedDevice, type KeyBundle } from './linked-device'
import type { Network } from './network'
import type { Finished } from './noise'
import { deriveAdvSecret, unwrapKey, wrapKey, type CodeKeys } from './pairing-code'
import { PasskeyLinking } from './passkey-linking'
import { readBytes, findChild, nowSeconds, randomId, stanza } from './stanza'
import { verifySignature } from '../../src/adapters/whatsapp/baileys/xeddsa'

const ACCOUNT_SIGNATURE_PREFIX = Buffer.from([6, 0])
const DEVICE_SIGNATURE_PREFIX = Buffer.from([6, 1])
const QR_REFS = 6
const CODE_WAIT_MS = 2_000
const CODE_POLL_MS = 10
const EMPTY = Buffer.alloc(0)

/** A client without a number, from its first frame until it is linked. */
interface Candidate {
  connection: Connection
  noiseKey: Buffer
  bundle: KeyBundle
  /** The client's hello of the code flow. */
  code?: { number: string; wrappedKey: Buffer; ref: Buffer }
  /** The phone's answer to it. */
  codeExchange?: CodeExchange
  /** Set while the client's signature is awaited. */
  signing?: { account: Account; details: Uint8Array; linked: Deferred<LinkedDevice> }
  /** Set once linking has requested a passkey. */
  passkey?: { linking: PasskeyLinking; linked: Deferred<LinkedDevice> }
}

interface CodeExchange extends CodeKeys {
  account: Account
  linked: Deferred<LinkedDevice>
}

interface Deferred<T> {
  resolve(value: T): void
  reject(error: Error): void
}

/** Linking by a scanned code and by a typed one. */
export class Registrations {
  private readonly byRef = new Map<string, Candidate>()
  private readonly byConnection = new Map<Connection, Candidate>()

  constructor(private readonly network: Network) {}

  /** A client requests registration: it gets the first parts of its QR codes. */
  begin(connection: Connection, { payload, clientKey }: Finished): void {
    this.network.ledger.registrations++
    const candidate = { connection, noiseKey: clientKey, bundle: readBundle(payload.devicePairingData) }
    this.complainOfRepeat(candidate)
    this.byConnection.set(connection, candidate)
    const refs = Array.from({ length: QR_REFS }, () => `2@${randomBytes(24).toString('base64')}`)
    for (const ref of refs) this.byRef.set(ref, candidate)
    if (this.network.settings.saysSuccessEarly) connection.send(stanza('success', { t: nowSeconds() }))
    connection.send(
      serverSet([
        stanza(
          'pair-device',
          {},
          refs.map((ref) => stanza('ref', {}, Buffer.from(ref))),
        ),
      ]),
    )
  }

  scan(account: Account, qrText: string): Promise<LinkedDevice> {
    const [ref = '', , identity = '', advSecret = ''] = qrText.replace(/^.*#/, '').split(',')
    const candidate = this.byRef.get(ref)
    if (!candidate?.connection.isOpen) throw new Error('The QR code is not of a client that waits.')
    if (!candidate.bundle.identityKey.equals(Buffer.from(identity, 'base64')))
      throw new Error('The QR code names another identity key than the client registered with.')
    return new Promise((resolve, reject) =>
      this.offer(candidate, account, Buffer.from(advSecret, 'base64'), { resolve, reject }),
    )
  }

  async enterCode(account: Account, code: string): Promise<LinkedDevice> {
    const { candidate, hello } = await this.candidateWithCode(account.number)
    const { wrappedKey, ref } = hello
    const companionKey = await unwrapKey(code, wrappedKey)
    const ephemeral = Curve.generateKeyPair()
    const wrappedPrimary = await wrapKey(code, ephemeral.public)
    return new Promise((resolve, reject) => {
      candidate.codeExchange = { account, ephemeral, companionKey, linked: { resolve, reject } }
      candidate.connection.send(
        stanza(
          'notification',
          { from: SERVER_JID, id: randomId('', 6), type: 'link_code_companion_reg', t: nowSeconds() },
          [
            stanza('link_code_companion_reg', { stage: 'primary_hello' }, [
              stanza('link_code_pairing_ref', {}, ref),
              stanza('primary_identity_pub', {}, account.phone().bundle.identityKey),
              stanza('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrappedPrimary),
            ]),
          ],
        ),
      )
    })
  }

  /** The client's hello may arrive after the code was typed. */
  private async candidateWithCode(number: string) {
    for (let waitedMs = 0; waitedMs <= CODE_WAIT_MS; waitedMs += CODE_POLL_MS) {
      for (const candidate of this.byConnection.values())
        if (candidate.code?.number === number) return { candidate, hello: candidate.code }
      await new Promise<void>((resolve) => this.network.later(CODE_POLL_MS, resolve))
    }
    throw new Error(`No client waits for a pairing code for ${number}.`)
  }

  /** The client's two steps of the code flow; answers the content of the result, undefined for a bad request. */
  codeStep(connection: Connection, request: BinaryNode): BinaryNode[] | undefined {
    const candidate = this.byConnection.get(connection)
    if (!candidate) return []
    if (request.attrs['stage'] === 'companion_finish') {
      this.finishCode(candidate, request)
      return []
    }
    if (this.network.settings.refusesPairingCodes || !isKnownPlatform(request)) return undefined
    const ref = randomBytes(16)
    candidate.code = {
      number: parseAddress(request.attrs['jid'])?.user ?? '',
      wrappedKey: readBytes(findChild(request, 'link_code_pairing_wrapped_companion_ephemeral_pub')),
      ref,
    }
    return [
      stanza('link_code_companion_reg', { stage: 'companion_hello' }, [
        stanza('link_code_pairing_ref', {}, ref),
      ]),
    ]
  }

  /** The client's steps with a passkey; undefined for a bad request. */
  passkeyStep(connection: Connection, request: BinaryNode): BinaryNode[] | undefined {
    return this.byConnection.get(connection)?.passkey?.linking.step(request)
  }

  /** The client has signed its identity: it is linked, and told to connect again (515). */
  sign(connection: Connection, node: BinaryNode): void {
    const candidate = this.byConnection.get(connection)
    const identity = findChild(findChild(node, 'pair-device-sign'), 'device-identity')
    if (!candidate?.signing || !identity) return
    const { account, details, linked } = candidate.signing
    if (!isSigned(candidate, account, details, readBytes(identity)))
      return linked.reject(new Error('The client signed with another key than it registered.'))
    const device = account.link(
      (id) =>
        new LinkedDevice(
          account,
          id,
          candidate.noiseKey,
          candidate.bundle,
          this.network.ledger.account(account),
        ),
    )
    linked.resolve(device)
    connection.fail('515')
  }

  cutAll(): void {
    for (const connection of [...this.byConnection.keys()]) connection.cut()
  }

  /** The connection has ended. */
  forget(connection: Connection): void {
    const candidate = this.byConnection.get(connection)
    this.byConnection.delete(connection)
    if (!candidate) return
    for (const [ref, waiting] of this.byRef) if (waiting === candidate) this.byRef.delete(ref)
    const unfinished = new Error('The client went away before it was linked.')
    candidate.signing?.linked.reject(unfinished)
    candidate.codeExchange?.linked.reject(unfinished)
    candidate.passkey?.linked.reject(unfinished)
  }

  private finishCode(candidate: Candidate, request: BinaryNode): void {
    const { codeExchange } = candidate
    if (!codeExchange) return
    const { account, linked } = codeExchange
    try {
      const secret = deriveAdvSecret(codeExchange, account.phone(), request)
      delete candidate.codeExchange
      // The client learns its secret from the answer to this step.
      this.network.later(5, () => this.offer(candidate, account, secret, linked))
    } catch (error) {
      linked.reject(new Error('The code is wrong.', { cause: error }))
    }
  }

  private offer(
    candidate: Candidate,
    account: Account,
    advSecret: Buffer,
    linked: Deferred<LinkedDevice>,
  ): void {
    const id = account.nextDevice
    const phone = account.phone()
    const details = proto.ADVDeviceIdentity.encode({
      rawId: phone.bundle.registrationId,
      timestamp: Number(nowSeconds()),
      keyIndex: id,
    }).finish()
    const signed = Buffer.concat([ACCOUNT_SIGNATURE_PREFIX, details, candidate.bundle.identityKey])
    const identity = proto.ADVSignedDeviceIdentity.encode({
      details,
      accountSignatureKey: phone.bundle.identityKey,
      accountSignature: phone.identity.sign(signed),
    }).finish()
    if (this.network.settings.requiresPasskey && !candidate.passkey)
      return this.askForPasskey(candidate, account, advSecret, linked)
    candidate.signing = { account, details, linked }
    const signedIdentity = proto.ADVSignedDeviceIdentityHMAC.encode({
      details: identity,
      hmac: hmacSign(Buffer.from(identity), advSecret),
    }).finish()
    candidate.connection.send(
      serverSet([
        stanza('pair-success', {}, [
          stanza('device-identity', {}, signedIdentity),
          stanza('device', {
            jid: `${account.number}:${id}@s.whatsapp.net`,
            lid: `${account.lid}:${id}@lid`,
          }),
          stanza('platform', { name: 'android' }),
          stanza('biz', { name: account.number }),
        ]),
      ]),
    )
  }

  /** Sent instead of `pair-success`, which follows under the secret that the client sends at the end. */
  private askForPasskey(
    candidate: Candidate,
    account: Account,
    advSecret: Buffer,
    linked: Deferred<LinkedDevice>,
  ): void {
    const { connection, noiseKey, bundle } = candidate
    const linking = new PasskeyLinking({
      network: this.network,
      connection,
      account,
      advSecret,
      keys: { noise: noiseKey, identity: bundle.identityKey },
      done: (secret) => this.offer(candidate, account, secret, linked),
    })
    candidate.passkey = { linking, linked }
    linking.ask()
  }

  /** A linked client must never request a code again. */
  private complainOfRepeat({ noiseKey, bundle }: Candidate): void {
    const devices = this.network.accounts.flatMap((account) => [...account.linked.values()])
    const same = devices.find(
      (device) => device.noiseKey.equals(noiseKey) || device.bundle.identityKey.equals(bundle.identityKey),
    )
    if (same) this.network.ledger.violation('registered-again', same.account, `device ${same.id}`)
    else if (this.network.settings.registrationIsOver)
      this.network.ledger.violation('registered-again', undefined, 'a client without credentials')
  }
}

/* whatsmeow pair-code.go (2026-08-21): "only common browsers/OSes are allowed (the server will … return 400 if it's wrong)". */
const BROWSERS = /^(Chrome|Edge|Firefox|IE|Opera|Safari) \((Windows|Mac OS|macOS|Linux|Ubuntu|Chrome OS)\)$/
const PLATFORM_IDS = /^[0-9ce]$/

const isKnownPlatform = (request: BinaryNode): boolean =>
  BROWSERS.test(readBytes(findChild(request, 'companion_platform_display')).toString()) &&
  PLATFORM_IDS.test(readBytes(findChild(request, 'companion_platform_id')).toString())

const serverSet = (content: BinaryNode[]): BinaryNode =>
  stanza('iq', { from: SERVER_JID, type: 'set', id: randomId('', 6), xmlns: 'md' }, content)

const uint = (bytes: Uint8Array | null | undefined): number =>
  bytes && bytes.length > 0 ? Buffer.from(bytes).readUIntBE(0, bytes.length) : 0

function readBundle(data: proto.ClientPayload.IDevicePairingRegistrationData | null | undefined): KeyBundle {
  return {
    registrationId: uint(data?.eRegid),
    identityKey: Buffer.from(data?.eIdent ?? EMPTY),
    signedPreKey: {
      id: uint(data?.eSkeyId),
      key: Buffer.from(data?.eSkeyVal ?? EMPTY),
      signature: Buffer.from(data?.eSkeySig ?? EMPTY),
    },
  }
}

function isSigned(candidate: Candidate, account: Account, details: Uint8Array, identity: Buffer): boolean {
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(identity)
  const { identityKey } = candidate.bundle
  const signed = Buffer.concat([
    DEVICE_SIGNATURE_PREFIX,
    details,
    identityKey,
    account.phone().bundle.identityKey,
  ])
  return deviceSignature !== null && deviceSignature !== undefined
    ? verifySignature(identityKey, signed, deviceSignature)
    : false
}
