import { once } from 'node:events'

import { readWorkbook } from './read-workbook'
import { UnreadableSheet } from './zip-file'

/* A process of its own: reads the file of its first argument and prints each row as a line of JSON. */

/** Exit codes; any other end is one of memory or time. */
export const exitCodes = { invalid: 2, tooLarge: 3 } as const

async function printRows(file: string, mostRows: number): Promise<void> {
  let count = 0
  for await (const row of readWorkbook(file)) {
    count += 1
    if (count > mostRows) throw new UnreadableSheet('too-large')
    if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain')
  }
}

if (require.main === module) {
  const [file = '', mostRows = '0'] = process.argv.slice(2)
  printRows(file, Number(mostRows)).catch((error: unknown) => {
    // Anything that the zip and XML readers refuse is a broken file.
    const isTooLarge = error instanceof UnreadableSheet && error.reason === 'too-large'
    process.exitCode = isTooLarge ? exitCodes.tooLarge : exitCodes.invalid
  })
}
