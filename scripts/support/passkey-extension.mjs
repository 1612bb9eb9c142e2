import { createPublicKey, verify } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

export const SOURCE = 'integrations/passkey-extension'
/** What a browser loads. */
export const SOURCES = ['manifest.json', 'ask.js', '_locales']
export const CRX = `${SOURCE}/passkey-extension.crx`
/** The same without the signature: browsers take files from elsewhere than their stores as a zip alone. */
export const ZIP = 'web/public/passkey-extension.zip'

/* Fields of a protobuf message: every one here is of bytes. */
function* readFields(bytes) {
  let at = 0
  const readVarint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const tag = readVarint()
    if ((tag & 7) !== 2) throw new Error(`a field of another type: ${tag}`)
    const length = readVarint()
    yield { field: tag >>> 3, value: bytes.subarray(at, (at += length)) }
  }
}

const listValues = (bytes, field) =>
  [...readFields(bytes)].filter((one) => one.field === field).map(({ value }) => value)

const SHA256_WITH_RSA = 2
const SIGNED_HEADER_DATA = 10_000

/** A CRX3 file: https://chromium.googlesource.com/chromium/src/+/main/components/crx_file/crx3.proto (read 29 November 2026). */
export function readCrx(file) {
  if (file.toString('latin1', 0, 4) !== 'Cr24' || file.readUInt32LE(4) !== 3) throw new Error('no CRX3 file')
  const headerEnd = 12 + file.readUInt32LE(8)
  const header = file.subarray(12, headerEnd)
  const [signer] = listValues(header, SHA256_WITH_RSA)
  const [signed] = listValues(header, SIGNED_HEADER_DATA)
  const [key] = listValues(signer, 1)
  const [signature] = listValues(signer, 2)
  return { zip: file.subarray(headerEnd), key, signature, signed }
}

/** Whether the signature is of this content, by the key in the file. */
export function isSigned({ zip, key, signature, signed }) {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(signed.length)
  const content = Buffer.concat([Buffer.from('CRX3 SignedData\0'), size, signed, zip])
  return verify('sha256', content, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
}

const END = 0x06054b50
const ENTRY = 0x02014b50

/** The files of a zip without comment, by their names (PKWARE's APPNOTE 6.3.10, 4.3). */
export function readZip(zip) {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== END) throw new Error('no zip, or one with a comment')
  const files = new Map()
  let at = zip.readUInt32LE(end + 16)
  while (zip.readUInt32LE(at) === ENTRY) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const name = zip.toString('utf8', at + 46, at + 46 + nameSize)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    if (!name.endsWith('/')) files.set(name, method === 0 ? packed : inflateRawSync(packed))
    at += 46 + nameSize + extraSize + commentSize
  }
  return files
}
