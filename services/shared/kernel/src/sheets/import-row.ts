import { completePhone, type importFaults } from '@balcao/contracts'

import { cleanText } from '../text/clean-text'
import { foldText } from '../text/fold-text'

export type ImportFault = (typeof importFaults)[number]

/** A person as a spreadsheet has them. */
export interface ImportedPerson {
  name: string
  /** Digits with the country's code. */
  number: string
  email: string
}

/** `fault` is what keeps the row from becoming a contact. */
export interface ImportRow extends ImportedPerson {
  fault: ImportFault | undefined
}

/** Positions of the columns in a sheet; without `email` there is no such column. */
export interface Columns {
  name: number
  number: number
  email: number | undefined
}

const HEADERS: Record<keyof Columns, readonly string[]> = {
  name: ['nome', 'name', 'nombre'],
  number: ['telefone', 'numero', 'number', 'phone', 'celular', 'whatsapp', 'telefono'],
  email: ['email', 'e-mail', 'correo'],
}

/** Where a header row has name, number and e-mail; undefined without name or number. */
export function mapColumns(header: readonly string[]): Columns | undefined {
  const folded = header.map((cell) => foldText(cell).trim())
  const findColumn = (field: keyof Columns) => folded.findIndex((cell) => HEADERS[field].includes(cell))
  const [name, number, email] = [findColumn('name'), findColumn('number'), findColumn('email')]
  if (name < 0 || number < 0) return undefined
  return { name, number, email: email < 0 ? undefined : email }
}

const SHORTEST_NAME = 2
const LONGEST_NAME = 50
const LONGEST_KEPT = 100
const PHONE = /^\d{8,15}$/
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/* Spreadsheets write long numbers as 5.511987654321E+12. */
const expandExponent = (text: string): string =>
  /^\d(\.\d+)?E\+\d{1,2}$/i.test(text) ? BigInt(Math.round(Number(text))).toString() : text

function findFault({ name, number, email }: ImportedPerson): ImportFault | undefined {
  if (name.length < SHORTEST_NAME || name.length > LONGEST_NAME) return 'name'
  if (!PHONE.test(number)) return 'number'
  return email === '' || EMAIL.test(email) ? undefined : 'email'
}

/** The person in the cells of a row, with what is wrong. Texts are cut at 100 characters, and so are wrong names. */
export function readImportRow(cells: { name: string; number: string; email: string }): ImportRow {
  const person = {
    name: cleanText(cells.name).trim().slice(0, LONGEST_KEPT),
    number: completePhone(expandExponent(cells.number.trim())).slice(0, LONGEST_KEPT),
    email: cleanText(cells.email).trim().slice(0, LONGEST_KEPT),
  }
  return { ...person, fault: findFault(person) }
}

/** A row without anything in its three columns. */
export const isBlankRow = ({ name, number, email }: ImportedPerson): boolean =>
  name === '' && number === '' && email === ''
