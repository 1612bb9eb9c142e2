import { createPublicKey, verify } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import { fromBufferPromise } from 'yauzl'

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

/** The files of a zip, by their names. */
export async function readZip(bytes) {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files = new Map()
  for await (const entry of zip.eachEntry())
    if (!entry.fileName.endsWith('/'))
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}
