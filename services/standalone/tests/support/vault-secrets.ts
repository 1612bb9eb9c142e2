import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { BufferJSON } from '@whiskeysockets/baileys'

import { openDataKey, type DataKey } from '../../../messaging-gateway/src/features/signal-vault/data-key'
import { parseKeyRing } from '../../../messaging-gateway/src/features/signal-vault/key-ring'
import { openSecret, secretLocation } from '../../../messaging-gateway/src/features/signal-vault/seal-write'
import type { Sql } from './desk-database'
import type { Needle } from './find-leaks'

/** Shorter values are counters, ids and flags. */
const KEY_BYTES = 32
/** Also part of the QR code, which screens receive. */
const PUBLIC = new Set(['public', 'pubKey'])
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

interface DataKeyRow {
  company_id: CompanyId
  version: number
  master_key_id: string
  wrapped: Buffer
}

interface SecretRow {
  company_id: CompanyId
  connection_id: ConnectionId
  type: string
  id: string
  key_version: number
  content: Buffer
}

/**
 * Every key in the vault now, and the master keys. Not the stored outgoing messages.
 */
export async function readVaultSecrets(sql: Sql, dataDir: string): Promise<Needle[]> {
  const master = readFileSync(path.join(dataDir, 'secrets/whatsapp-vault-keys'), 'utf8').trim()
  const ring = parseKeyRing(master)
  const dataKeys = new Map<string, DataKey>()
  for (const row of await sql<DataKeyRow>('SELECT * FROM messaging_gateway.signal_data_keys')) {
    const { version, master_key_id: masterKeyId, wrapped } = row
    dataKeys.set(
      `${row.company_id}:${version}`,
      openDataKey(ring, row.company_id, { version, masterKeyId, wrapped }),
    )
  }
  const rows = await sql<SecretRow>(
    "SELECT * FROM messaging_gateway.signal_secrets WHERE type <> 'sent-message'",
  )
  const needles = rows.flatMap((row) => {
    const dataKey = dataKeys.get(`${row.company_id}:${row.key_version}`)
    if (!dataKey) throw new Error(`a row of ${row.type} has no data key`)
    const owner = { companyId: row.company_id, connectionId: row.connection_id }
    const plain = openSecret(row.company_id, dataKey, secretLocation(owner, row.type, row.id), row.content)
    return keysIn(JSON.parse(plain.toString(), BufferJSON.reviver), row.type)
  })
  return [
    ...needles,
    ...[...ring.keys].map(([id, key]) => secret(`the master key ${id}`, key.export())),
    ...[...dataKeys].map(([id, { key }]) => secret(`the data key ${id}`, key.export())),
  ]
}

const secret = (name: string, bytes: Buffer): Needle => ({ name, kind: 'secret', bytes })

/** Values as long as a key in a stored value, by path. Sender keys are JSON within bytes. */
function keysIn(value: unknown, name: string): Needle[] {
  if (value instanceof Uint8Array) {
    const inner = parsed(Buffer.from(value))
    if (inner !== undefined) return keysIn(inner, name)
    return value.length >= KEY_BYTES ? [secret(name, Buffer.from(value))] : []
  }
  if (typeof value === 'string') {
    const bytes = BASE64.test(value) ? Buffer.from(value, 'base64') : Buffer.alloc(0)
    return bytes.length >= KEY_BYTES ? [secret(name, bytes)] : []
  }
  if (isBytes(value)) return keysIn(Buffer.from(value), name)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    PUBLIC.has(key) ? [] : keysIn(inner, `${name}.${key.slice(0, 24)}`),
  )
}

const isBytes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((byte) => typeof byte === 'number')

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString(), BufferJSON.reviver)
  } catch {
    // Bytes that are not JSON are a key.
    return undefined
  }
}
