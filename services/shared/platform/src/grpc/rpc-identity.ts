import { X509Certificate } from 'node:crypto'

/** `spiffe://<installation>/<service>`, as a URI among a certificate's subject alternative names. */
const IDENTITY = /^URI:spiffe:\/\/([A-Za-z0-9._-]{1,255})\/([a-z][a-z-]{0,62})$/

/** What a certificate says of its bearer. */
export interface RpcIdentity {
  /** The trust domain: certificates of another installation mean nothing here, whoever signed them. */
  installation: string
  /** One name; several while a shared certificate is replaced by one for each service. */
  services: readonly string[]
}

/**
 * The identity in subject alternative names as Node writes them (`DNS:a, URI:b`); undefined without one.
 * Names that need quoting could hide a comma, and names of two installations would be two bearers: neither is an identity.
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

/** @throws {Error} for text that is no certificate in PEM. */
export const readCertificateIdentity = (pem: Buffer): RpcIdentity | undefined =>
  parseIdentity(new X509Certificate(pem).subjectAltName)
