import path from 'node:path'

/** The program that reads spreadsheets, run from sources: jest's transform does not reach processes. */
export const sheetProgram = {
  file: path.join(__dirname, '../../../platform/src/sheets/sheet-program.ts'),
  execArgv: ['-r', path.join(__dirname, '../../from-sources.cjs')],
}
