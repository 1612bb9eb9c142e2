import { Curve, proto } from '@whiskeysockets/baileys'

import { CertificateAuthority, type Certificate } from './certificates'
import { verifySignature } from '../../src/adapters/whatsapp/baileys/xeddsa'
import { makeSigningKey } from './xeddsa'

const { Details } = proto.CertChain.NoiseCertificate

/** Errors that a client with full verification reports. */
function listFaults(kind: Certificate): string[] {
  const authority = new CertificateAuthority()
  const { intermediate, leaf } = proto.CertChain.decode(authority.chain(kind))
  const issuer = Details.decode(intermediate?.details ?? Buffer.alloc(0))
  const server = Details.decode(leaf?.details ?? Buffer.alloc(0))
  const now = Date.now() / 1000
  const checks = {
    root: isSigned(authority.root.public, intermediate),
    leaf: isSigned(Buffer.from(issuer.key ?? []), leaf),
    term: Number(server.notBefore) <= now && now <= Number(server.notAfter),
    key: Buffer.from(server.key ?? []).equals(authority.serverKey.public),
  }
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]))
}

const isSigned = (
  key: Uint8Array,
  certificate: proto.CertChain.INoiseCertificate | null | undefined,
): boolean =>
  verifySignature(key, certificate?.details ?? Buffer.alloc(0), certificate?.signature ?? Buffer.alloc(64))

describe('a certificate chain', () => {
  it.each<[Certificate, string[]]>([
    ['good', []],
    ['wrong-root', ['root']],
    ['tampered-intermediate', ['root']],
    ['tampered-leaf', ['leaf']],
    ['expired', ['term']],
    ['not-yet-valid', ['term']],
    ['foreign-leaf', ['key']],
  ])('%s fails in %j', (kind, faults) => {
    expect(listFaults(kind)).toEqual(faults)
  })
})

describe('a signature', () => {
  const message = Buffer.from('texto')

  it('of the protocol library is verified, and only for its key and message', () => {
    const pair = Curve.generateKeyPair()
    const signature = Curve.sign(pair.private, message)
    expect(verifySignature(pair.public, message, signature)).toBe(true)
    expect(verifySignature(Curve.generateKeyPair().public, message, signature)).toBe(false)
    expect(verifySignature(pair.public, Buffer.from('outro'), signature)).toBe(false)
  })

  it('of a phone agrees with its key', () => {
    const key = makeSigningKey()
    const other = Curve.generateKeyPair()
    expect(verifySignature(key.public, message, key.sign(message))).toBe(true)
    expect(Curve.sharedKey(key.private, other.public)).toEqual(Curve.sharedKey(other.private, key.public))
  })
})
