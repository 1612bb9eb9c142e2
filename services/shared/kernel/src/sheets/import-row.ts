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

/** Where a header row has name, number and e-mail, by what they are called. */
export function findColumns(header: readonly string[]): { [field in keyof Columns]: number | undefined } {
  const folded = header.map((cell) => foldText(cell).trim())
  const findColumn = (field: keyof Columns) => {
    const index = folded.findIndex((cell) => HEADERS[field].includes(cell))
    return index < 0 ? undefined : index
  }
  return { name: findColumn('name'), number: findColumn('number'), email: findColumn('email') }
}

/** The columns of a header row; undefined without name or number. */
export function mapColumns(header: readonly string[]): Columns | undefined {
  const { name, number, email } = findColumns(header)
  return name === undefined || number === undefined ? undefined : { name, number, email }
}

const SHORTEST_NAME = 2
const LONGEST_NAME = 50
const LONGEST_KEPT = 100
const PHONE = /^\d{8,15}$/
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

const EXPONENT = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i
/* Programs that write every digit leave out zeros at the end; more than two are digits that were rounded away. */
const MOST_LEFT_OUT = 2
/* What is left of 5.51199E+12 once it was read as a number. */
const ROUNDED = /0{6}$/

/* All digits of 5.511987654321E+12; undefined where some are lost. */
function expandExponent(text: string): string | undefined {
  const [, first, rest = '', exponent] = EXPONENT.exec(text) ?? []
  if (first === undefined) return text
  if (Number(exponent) - rest.length > MOST_LEFT_OUT) return undefined
  return (first + rest).slice(0, Number(exponent) + 1).padEnd(Number(exponent) + 1, '0')
}

/* The digits of a cell with the country's code; undefined where a spreadsheet has replaced some. */
function readNumber(text: string): string | undefined {
  const expanded = expandExponent(text)
  if (expanded === undefined) return undefined
  const number = completePhone(expanded)
  return ROUNDED.test(number) ? undefined : number
}

function findFault({ name, number, email }: ImportedPerson, isRounded: boolean): ImportFault | undefined {
  if (name.length < SHORTEST_NAME || name.length > LONGEST_NAME) return 'name'
  if (isRounded) return 'rounded'
  if (!PHONE.test(number)) return 'number'
  return email === '' || EMAIL.test(email) ? undefined : 'email'
}

/** The person in the cells of a row, with what is wrong; a rounded number as it is typed. Texts are cut at 100 characters. */
export function readImportRow(cells: { name: string; number: string; email: string }): ImportRow {
  const typed = cells.number.trim()
  const number = readNumber(typed)
  const person = {
    name: cleanText(cells.name).trim().slice(0, LONGEST_KEPT),
    number: (number ?? cleanText(typed)).slice(0, LONGEST_KEPT),
    email: cleanText(cells.email).trim().slice(0, LONGEST_KEPT),
  }
  return { ...person, fault: findFault(person, number === undefined) }
}

/** A row without anything in its three columns. */
export const isBlankRow = ({ name, number, email }: ImportedPerson): boolean =>
  name === '' && number === '' && email === ''
