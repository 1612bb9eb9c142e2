import { Curve, proto, WA_CERT_DETAILS, type KeyPair } from '@whiskeysockets/baileys'

import { makeSigningKey, type SigningKey } from './xeddsa'

/** The certificate chain that the server sends in the handshake; clients must refuse all but `good`. */
export type Certificate =
  | 'good'
  | 'wrong-root'
  | 'expired'
  | 'not-yet-valid'
  | 'foreign-leaf'
  | 'tampered-leaf'
  | 'tampered-intermediate'

const Details = proto.CertChain.NoiseCertificate.Details
const DAY_SECONDS = 86_400

/** Issues the certificate chains of a server with the handshake key `serverKey`, under its own root. */
export class CertificateAuthority {
  readonly root: SigningKey = makeSigningKey()
  readonly serverKey: KeyPair = Curve.generateKeyPair()
  private readonly chains = new Map<Certificate, Uint8Array>()

  /** Each variant is issued once. */
  chain(kind: Certificate): Uint8Array {
    const made = this.chains.get(kind) ?? this.make(kind)
    this.chains.set(kind, made)
    return made
  }

  private make(kind: Certificate): Uint8Array {
    const root = kind === 'wrong-root' ? makeSigningKey() : this.root
    const intermediate = makeSigningKey()
    const leafKey = kind === 'foreign-leaf' ? Curve.generateKeyPair() : this.serverKey
    const validity = toValidity(kind)
    const intermediateDetails = Details.encode({
      serial: 1,
      issuerSerial: WA_CERT_DETAILS.SERIAL,
      key: intermediate.public,
      ...validity,
    }).finish()
    const leafDetails = Details.encode({
      serial: 2,
      issuerSerial: 1,
      key: leafKey.public,
      ...validity,
    }).finish()
    return proto.CertChain.encode({
      intermediate: {
        details: intermediateDetails,
        signature: sign(root, intermediateDetails, kind === 'tampered-intermediate'),
      },
      leaf: { details: leafDetails, signature: sign(intermediate, leafDetails, kind === 'tampered-leaf') },
    }).finish()
  }
}

function toValidity(kind: Certificate): { notBefore: number; notAfter: number } {
  const now = Math.floor(Date.now() / 1000)
  if (kind === 'expired') return { notBefore: now - 2 * DAY_SECONDS, notAfter: now - DAY_SECONDS }
  if (kind === 'not-yet-valid') return { notBefore: now + DAY_SECONDS, notAfter: now + 2 * DAY_SECONDS }
  return { notBefore: now - DAY_SECONDS, notAfter: now + DAY_SECONDS }
}

function sign(key: SigningKey, details: Uint8Array, tampered: boolean): Uint8Array {
  const signature = key.sign(details)
  if (tampered) signature[0] = (signature[0] ?? 0) ^ 1
  return signature
}
