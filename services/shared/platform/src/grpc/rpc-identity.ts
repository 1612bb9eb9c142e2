import { X509Certificate } from 'node:crypto'

/** `spiffe://<installation>/<service>`, as a URI among a certificate's subject alternative names. */
const IDENTITY = /^URI:spiffe:\/\/([A-Za-z0-9._-]{1,255})\/([a-z][a-z-]{0,62})$/

/** The identity in a certificate. */
export interface RpcIdentity {
  /** The trust domain: certificates of another installation are refused, even from the same authority. */
  installation: string
  /** One name; several while a shared certificate is being replaced by one per service. */
  services: readonly string[]
}

/**
 * The identity in subject alternative names as Node writes them (`DNS:a, URI:b`); undefined without one.
 * Names that need quoting could hide a comma, and two installations would be two identities: both give undefined.
 */
export function parseIdentity(subjectAltName: string | undefined): RpcIdentity | undefined {
  if (subjectAltName === undefined || subjectAltName.includes('"')) return undefined
  const found = subjectAltName.split(', ').flatMap((name) => {
    const [, installation, service] = IDENTITY.exec(name) ?? []
    return installation !== undefined && service !== undefined ? [{ installation, service }] : []
  })
  const [first] = found
  if (!first || found.some(({ installation }) => installation !== first.installation)) return undefined
  return { installation: first.installation, services: found.map(({ service }) => service) }
}

/** @throws {Error} when the text is not a PEM certificate. */
export const readCertificateIdentity = (pem: Buffer): RpcIdentity | undefined =>
  parseIdentity(new X509Certificate(pem).subjectAltName)
