import type { BaileysModule } from './load-baileys'

type Curve = Pick<BaileysModule['Curve'], 'sharedKey' | 'verify'>

/**
 * The library checks that the server's certificate is signed, but not that it is the certificate of the server it talks
 * to: any leaf of the chain would do for any key. This binds the two. The handshake runs in one synchronous call: key
 * agreement with the server's static key, then verification of the leaf. So the leaf must certify the key agreed on just
 * before (Noise_XX: `es` before the payload), and be in its term.
 */
export function completeCertificateCheck(baileys: BaileysModule, nowSeconds = () => Date.now() / 1000): void {
  const curve: Curve = baileys.Curve
  const { sharedKey, verify } = curve
  let agreedWith: Uint8Array | undefined
  curve.sharedKey = (privateKey, publicKey) => {
    agreedWith = publicKey
    return sharedKey(privateKey, publicKey)
  }
  curve.verify = (publicKey, message, signature) => {
    const isRoot = Buffer.from(publicKey).equals(baileys.WA_CERT_DETAILS.PUBLIC_KEY)
    const leafOf = isRoot ? undefined : agreedWith
    if (!isRoot) agreedWith = undefined
    if (leafOf && isCertificate(baileys, message) && !certifies(baileys, message, leafOf, nowSeconds()))
      return false
    return verify(publicKey, message, signature)
  }
}

const { MAX_SAFE_INTEGER } = Number

/* Also signed pre-keys and device identities are verified with this function; they are no certificates. */
function isCertificate(baileys: BaileysModule, message: Uint8Array): boolean {
  return detailsOf(baileys, message)?.key?.length === 32
}

function detailsOf(baileys: BaileysModule, message: Uint8Array) {
  try {
    return baileys.proto.CertChain.NoiseCertificate.Details.decode(message)
  } catch {
    return undefined
  }
}

function certifies(
  baileys: BaileysModule,
  message: Uint8Array,
  serverKey: Uint8Array,
  nowSeconds: number,
): boolean {
  const details = detailsOf(baileys, message)
  if (!details) return false
  const { key, notBefore, notAfter } = details
  const begins = Number(notBefore ?? 0)
  const ends = Number(notAfter ?? 0) || MAX_SAFE_INTEGER
  return Buffer.from(key ?? []).equals(serverKey) && begins <= nowSeconds && nowSeconds <= ends
}
