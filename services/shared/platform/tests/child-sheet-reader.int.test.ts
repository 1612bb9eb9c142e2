import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { companyId, type CompanyId } from '@balcao/contracts'
import { MINUTE } from '@balcao/kernel'
import { temporaryFolder, waitFor } from '@balcao/testkit'

import { ChildSheetReader, type ReaderLimits } from '../src/sheets/child-sheet-reader'

const acme = companyId(1)
const other = companyId(2)

/* Notes its file, prints a row and ends. A hostile file has none, and keeps the process busy until the test says so. */
const PROGRAM = `
const fs = require('node:fs')
const file = process.argv[2]
fs.appendFileSync(__dirname + '/started', file + ' ')
if (file.startsWith('hostile')) setInterval(() => fs.existsSync(__dirname + '/end') && process.exit(), 20)
else console.log(JSON.stringify({ row: 1, cells: [file] }))
`

let folder: string

beforeEach(async () => {
  folder = await temporaryFolder('sheets')
  await writeFile(path.join(folder, 'program.js'), PROGRAM)
  await writeFile(path.join(folder, 'started'), '')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (limits: Partial<ReaderLimits> = {}) =>
  new ChildSheetReader(
    { file: path.join(folder, 'program.js'), execArgv: [] },
    { startMs: 5 * MINUTE, mostMs: 5 * MINUTE, ...limits },
  )

async function readAll(reader: ChildSheetReader, company: CompanyId, file: string): Promise<string[]> {
  const cells: string[] = []
  for await (const row of reader.read(company, file, { rows: 10 })) cells.push(...row.cells)
  return cells
}

const listStarted = async () => (await readFile(path.join(folder, 'started'), 'utf8')).trim().split(' ')
const endHostile = () => writeFile(path.join(folder, 'end'), '')

describe('hostile sheets of a company', () => {
  it('take one process, and another company’s are read beside it', async () => {
    const reader = open()
    const hostile = ['hostile-1', 'hostile-2'].map((file) => readAll(reader, acme, file))
    await waitFor(async () => (await listStarted()).includes('hostile-1'))
    expect(await readAll(reader, other, 'clientes-1')).toEqual(['clientes-1'])
    expect(await readAll(reader, other, 'clientes-2')).toEqual(['clientes-2'])
    expect(await listStarted()).toEqual(['hostile-1', 'clientes-1', 'clientes-2'])
    await endHostile()
    await Promise.all(hostile)
  })

  it('are refused while several of the company wait, and nobody else’s are', async () => {
    const reader = open({ waitingPerCompany: 1 })
    const hostile = ['hostile-1', 'hostile-2'].map((file) => readAll(reader, acme, file))
    await expect(readAll(reader, acme, 'hostile-3')).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' })
    expect(await readAll(reader, other, 'clientes')).toEqual(['clientes'])
    await endHostile()
    await Promise.all(hostile)
    expect(await readAll(reader, acme, 'clientes')).toEqual(['clientes'])
  })

  it('have little time without rows, and give their process back', async () => {
    const reader = open({ startMs: 1, atOnce: 1 })
    await expect(readAll(reader, acme, 'hostile-1')).rejects.toMatchObject({ code: 'ERR_MEDIA_TOO_LARGE' })
    await expect(readAll(reader, other, 'hostile-2')).rejects.toMatchObject({ code: 'ERR_MEDIA_TOO_LARGE' })
  })
})
