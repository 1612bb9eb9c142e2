import { once } from 'node:events'
import { open } from 'node:fs/promises'

import type { SheetRow } from '@balcao/kernel'

import { exitCodes } from './exit-codes'
import { isXls, readXls } from './read-xls'
import { readXlsx } from './read-xlsx'
import { UnreadableSheet } from './unreadable-sheet'

/* A process of its own: reads the file of its first argument and prints each row as a line of JSON. */

const HEAD_BYTES = 8

/* By its content: people rename files. */
async function readRows(file: string): Promise<AsyncGenerator<SheetRow>> {
  const opened = await open(file)
  const head = await opened.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES).finally(() => opened.close())
  return isXls(head.buffer) ? readXls(file) : readXlsx(file)
}

async function printRows(file: string, mostRows: number): Promise<void> {
  let count = 0
  for await (const row of await readRows(file)) {
    count += 1
    if (count > mostRows) throw new UnreadableSheet('too-large')
    if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain')
  }
}

if (require.main === module) {
  const [file = '', mostRows = '0'] = process.argv.slice(2)
  printRows(file, Number(mostRows)).catch((error: unknown) => {
    // Anything that the readers refuse is a broken file.
    const isTooLarge = error instanceof UnreadableSheet && error.reason === 'too-large'
    process.exitCode = isTooLarge ? exitCodes.tooLarge : exitCodes.invalid
  })
}
