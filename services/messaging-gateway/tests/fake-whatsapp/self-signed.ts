import { generateKeyPairSync, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87
const VERSION_TAG = 0xa0
const EXTENSIONS_TAG = 0xa3

const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex')
const IS_CA = Buffer.from('30030101ff', 'hex')
const DAY_MS = 86_400_000

/** A key and a certificate for these names in PEM, valid from one day ago for two days. Trust it to reach the media host. */
export function selfSigned(names: readonly string[], addresses: readonly string[]) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256)
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(names[0] ?? 'fake')))),
  )
  const alternatives = [
    ...names.map((host) => der(DNS_NAME, Buffer.from(host))),
    ...addresses.map((address) => der(IP_ADDRESS, Buffer.from(address.split('.').map(Number)))),
  ]
  const body = der(
    SEQUENCE,
    der(VERSION_TAG, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    der(SEQUENCE, utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      EXTENSIONS_TAG,
      der(
        SEQUENCE,
        extension(SUBJECT_ALT_NAME, der(SEQUENCE, ...alternatives)),
        extension(BASIC_CONSTRAINTS, IS_CA),
      ),
    ),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  if (content.length < 128) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length)
  return Buffer.concat([Buffer.from([tag, 0x82]), length, content])
}

const extension = (oid: Buffer, value: Buffer): Buffer => der(SEQUENCE, oid, der(OCTET_STRING, value))

const utcTime = (at: number): Buffer =>
  der(UTC_TIME, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
