import { randomBytes } from 'node:crypto'

import { companyId } from '@balcao/contracts'
import * as baileys from '@whiskeysockets/baileys'

import { encodeSnapshot, sealRecord } from '../../../../tests/fake-whatsapp/app-state-snapshot'
import { readSnapshot, type Mutation } from './app-state-snapshot'
import { createReadingTurns } from './reading-turns'

const keyId = randomBytes(6).toString('base64')
const keyData = randomBytes(32)
const ENTRIES = 230

const key = () => Promise.resolve(baileys.proto.Message.AppStateSyncKeyData.fromObject({ keyData }))

const reading = (
  findKey: () => Promise<ReturnType<typeof key> extends Promise<infer K> ? K | undefined : never>,
) => {
  const pieces: Mutation[][] = []
  const salts: string[] = []
  const deps = {
    baileys,
    inTurn: createReadingTurns()(companyId(1)),
    findKey,
    handle: (mutations: readonly Mutation[]) => Promise.resolve(void pieces.push([...mutations])),
    salt: (salt: Uint8Array) =>
      Promise.resolve(void (salt.length > 0 && salts.push(Buffer.from(salt).toString()))),
  }
  return { deps, pieces, salts }
}

describe('a snapshot of the account’s settings', () => {
  let bytes: Buffer

  beforeAll(async () => {
    const contacts = Array.from({ length: ENTRIES }, (_, index) =>
      sealRecord({ keyId, keyData }, ['contact', `55119${index}@s.whatsapp.net`], {
        timestamp: 1,
        contactAction: { fullName: `Contato ${index}` },
      }),
    )
    bytes = encodeSnapshot(41, keyId, await Promise.all(contacts))
  })

  it('says what the library reads in it, and ends in the same state', async () => {
    const { deps, pieces } = reading(key)
    const state = await readSnapshot(deps, bytes)
    const library = await baileys.decodeSyncdSnapshot(
      'regular',
      baileys.proto.SyncdSnapshot.decode(bytes),
      key,
      undefined,
      false,
    )
    expect(state).toEqual(library.state)
    expect(pieces.flat()).toEqual(Object.values(library.mutationMap))
  })

  it('is read in pieces, with turns of the event loop between them', async () => {
    const { deps, pieces } = reading(key)
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await readSnapshot(deps, bytes)
    isOver = true
    expect(pieces.map(({ length }) => length)).toEqual([50, 50, 50, 50, 30])
    expect(turns).toBeGreaterThanOrEqual(pieces.length - 1)
  })

  it('gives the salt of the tokens that the account makes', async () => {
    const record = await sealSalt('sal')
    const { deps, salts } = reading(key)
    await readSnapshot(deps, encodeSnapshot(1, keyId, [record]))
    expect(salts).toEqual(['sal'])
  })

  it('that is sealed with a key we lack says so', async () => {
    const { deps, pieces } = reading(() => Promise.resolve(undefined))
    await expect(readSnapshot(deps, bytes)).rejects.toMatchObject({ data: { isMissingKey: true } })
    expect(pieces).toEqual([])
  })

  it('of nothing, or that is none', async () => {
    const { deps } = reading(key)
    expect(await readSnapshot(deps, encodeSnapshot(7, keyId, []))).toMatchObject({
      version: 7,
      indexValueMap: {},
    })
    await expect(readSnapshot(deps, Buffer.from('ffffffffffffffffffffffffff', 'hex'))).rejects.toThrow(
      'protobuf',
    )
  })
})

/* The library's protobuf has no field for it: value { 80: { 1: salt } } of SyncActionData, encrypted here. */
async function sealSalt(salt: string): Promise<baileys.proto.ISyncdRecord> {
  const record = await sealRecord({ keyId, keyData }, ['nct_salt_sync'], { timestamp: 1 })
  const inner = Buffer.concat([Buffer.from([0x0a, salt.length]), Buffer.from(salt)])
  const value = Buffer.concat([Buffer.from([0x82, 0x05, inner.length]), inner])
  const index = Buffer.from(JSON.stringify(['nct_salt_sync']))
  const data = Buffer.concat([
    Buffer.from([0x0a, index.length]),
    index,
    Buffer.from([0x12, value.length]),
    value,
  ])
  const valueKey = baileys.hkdf(keyData, 160, { info: 'WhatsApp Mutation Keys' }).subarray(32, 64)
  const blob = Buffer.concat([baileys.aesEncrypt(data, Buffer.from(valueKey)), Buffer.alloc(32)])
  return { ...record, value: { blob } }
}
