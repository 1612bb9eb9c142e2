import type { BaileysModule } from './load-baileys'
import { verifySignature } from './xeddsa'

type Curve = Pick<BaileysModule['Curve'], 'sharedKey' | 'verify'>

/**
 * Replaces the library's certificate check, which accepts every well-formed signature and never compares the
 * certificate with the server's key. Here signatures are verified, and the leaf certificate is bound to the
 * handshake: processHandshake is one synchronous call, key agreement with the server's static key and then
 * verification of the leaf (Noise_XX: `es` before the payload), so the leaf must certify the key agreed on just
 * before, and be within its validity period.
 */
export function replaceCertificateCheck(baileys: BaileysModule, nowSeconds = () => Date.now() / 1000): void {
  const curve: Curve = baileys.Curve
  const { sharedKey } = curve
  let agreedWith: Uint8Array | undefined
  curve.sharedKey = (privateKey, publicKey) => {
    agreedWith = publicKey
    return sharedKey(privateKey, publicKey)
  }
  curve.verify = (publicKey, message, signature) => {
    const details = decodeCertificate(baileys, message)
    const serverKey = agreedWith
    agreedWith = undefined
    if (details && serverKey && !certifies(details, serverKey, nowSeconds())) return false
    return verifySignature(publicKey, message, signature)
  }
}

interface Details {
  key?: Uint8Array | null
  notBefore?: unknown
  notAfter?: unknown
}

/* This function also verifies device identities, which are not certificates. */
function decodeCertificate(baileys: BaileysModule, message: Uint8Array): Details | undefined {
  try {
    const details = baileys.proto.CertChain.NoiseCertificate.Details.decode(message)
    return details.key?.length === 32 ? details : undefined
  } catch {
    return undefined
  }
}

function certifies(
  { key, notBefore, notAfter }: Details,
  serverKey: Uint8Array,
  nowSeconds: number,
): boolean {
  const begins = Number(notBefore ?? 0)
  const ends = Number(notAfter ?? 0) || Number.MAX_SAFE_INTEGER
  return Buffer.from(key ?? []).equals(serverKey) && begins <= nowSeconds && nowSeconds <= ends
}
