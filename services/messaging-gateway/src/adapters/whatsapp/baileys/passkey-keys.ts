import { createHash, createHmac, randomBytes } from 'node:crypto'

import type { AuthenticationCreds, KeyPair } from '@whiskeysockets/baileys'

import type { BaileysModule } from './load-baileys'

/*
 * Key derivation for linking with a passkey, as in whatsmeow pair-passkey.go
 * (2026-08-21) and the web client's WAWebShortcakeLinkingAlgorithm.
 */

const KEY_BYTES = 32
const IV_BYTES = 12
const CODE_BYTES = 5
const HALF_CODE = 4

/** What the client commits to before the phone answers. */
export interface Prologue {
  keyPair: KeyPair
  /** Disclosed only after the phone has sent its own key. */
  nonce: Buffer
  /** The server's reference of this linking. */
  ref: string
  payload: Buffer
}

export interface PhoneIdentity {
  publicKey: Buffer
  nonce: Buffer
}

const sha256 = (...parts: Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** The device type for the browser name `Chrome`. */
const readDeviceType = ({ proto }: BaileysModule) => proto.DeviceProps.PlatformType.CHROME

export function newPrologue(baileys: BaileysModule, ref: string): Prologue {
  const { Curve, proto } = baileys
  const keyPair = Curve.generateKeyPair()
  const nonce = randomBytes(KEY_BYTES)
  const companionEphemeralIdentity = proto.CompanionEphemeralIdentity.encode({
    publicKey: keyPair.public,
    deviceType: readDeviceType(baileys),
    ref,
  }).finish()
  const payload = proto.ProloguePayload.encode({
    companionEphemeralIdentity,
    commitment: { hash: sha256(companionEphemeralIdentity, nonce) },
  }).finish()
  return { keyPair, nonce, ref, payload: Buffer.from(payload) }
}

/** The key that signs a prologue when the secret of the scanned code is known: then no codes have to be compared. */
export const handoffKey = ({ hkdf }: BaileysModule, advSecretKey: string): Buffer =>
  Buffer.from(hkdf(Buffer.from(advSecretKey, 'base64'), KEY_BYTES, { info: 'shortcake-passkey-handoff-v1' }))

export const handoffProof = (key: Buffer, { payload }: Prologue): Buffer =>
  createHmac('sha256', key).update(payload).digest()

/** Undefined when key or nonce have another length. @throws the decoder's error. */
export function readPhoneIdentity({ proto }: BaileysModule, content: Uint8Array): PhoneIdentity | undefined {
  const { publicKey, nonce } = proto.PrimaryEphemeralIdentity.decode(content)
  if (publicKey?.length !== KEY_BYTES || nonce?.length !== KEY_BYTES) return undefined
  return { publicKey: Buffer.from(publicKey), nonce: Buffer.from(nonce) }
}

/** Eight characters that client and phone derive independently: `ABCD-1234`. */
export function computeVerificationCode(
  { bytesToCrockford }: BaileysModule,
  prologue: Prologue,
  phone: PhoneIdentity,
): string {
  const digest = sha256(prologue.nonce, phone.publicKey)
  const bytes = Buffer.from(
    phone.nonce.subarray(0, CODE_BYTES).map((byte, index) => byte ^ (digest[index] ?? 0)),
  )
  const code = bytesToCrockford(bytes)
  return `${code.slice(0, HALF_CODE)}-${code.slice(HALF_CODE)}`
}

export function pairingKey(baileys: BaileysModule, { keyPair, ref }: Prologue, phone: PhoneIdentity): Buffer {
  const shared = baileys.Curve.sharedKey(keyPair.private, phone.publicKey)
  const salt = Buffer.from(`Companion Pairing ${readDeviceType(baileys)} with ref ${ref}`)
  return Buffer.from(baileys.hkdf(shared, KEY_BYTES, { salt, info: 'Pairing Information Encryption Key' }))
}

/** Our public keys and the new secret, encrypted for the phone. */
export function sealPairingRequest(
  { proto, aesEncryptGCM }: BaileysModule,
  creds: Pick<AuthenticationCreds, 'noiseKey' | 'signedIdentityKey' | 'advSecretKey'>,
  key: Buffer,
): Buffer {
  const request = proto.PairingRequest.encode({
    companionPublicKey: creds.noiseKey.public,
    companionIdentityKey: creds.signedIdentityKey.public,
    advSecret: Buffer.from(creds.advSecretKey, 'base64'),
  }).finish()
  const iv = randomBytes(IV_BYTES)
  const encryptedPayload = aesEncryptGCM(request, key, iv, Buffer.alloc(0))
  return Buffer.from(proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish())
}
