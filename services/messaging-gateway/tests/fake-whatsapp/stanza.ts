import { randomBytes } from 'node:crypto'

import { getBinaryNodeChild, type BinaryNode } from '@whiskeysockets/baileys'

export type Content = BinaryNode[] | Uint8Array | string

/** One element of the protocol's binary XML; attributes without a value are omitted. */
export function stanza(
  tag: string,
  attrs: Record<string, string | undefined> = {},
  content?: Content,
): BinaryNode {
  const given = Object.entries(attrs).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return content === undefined
    ? { tag, attrs: Object.fromEntries(given) }
    : { tag, attrs: Object.fromEntries(given), content }
}

export const listChildren = (node: BinaryNode | undefined): BinaryNode[] =>
  Array.isArray(node?.content) ? node.content : []

export const findChild = (node: BinaryNode | undefined, tag: string): BinaryNode | undefined =>
  node && getBinaryNodeChild(node, tag)

/** The bytes of an element's content, empty without content. */
export function readBytes(node: BinaryNode | undefined): Buffer {
  if (typeof node?.content === 'string') return Buffer.from(node.content)
  return node?.content instanceof Uint8Array ? Buffer.from(node.content) : Buffer.alloc(0)
}

export const readNumber = (node: BinaryNode | undefined): number => {
  const bytes = readBytes(node)
  return bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length)
}

export function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

export const nowSeconds = (): string => String(Math.floor(Date.now() / 1000))

export const randomId = (prefix: string, bytes: number): string =>
  prefix + randomBytes(bytes).toString('hex').toUpperCase()
