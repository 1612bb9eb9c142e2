import { once } from 'node:events'
import type { Writable } from 'node:stream'

import type { ServicePorts, Session } from '@balcao/kernel'

import type { ContactStore, ExportedContact } from '../contacts'

interface Deps extends Pick<ServicePorts, 'db'> {
  contacts: ContactStore
}

const AT_ONCE = 1_000
const BOM = '\uFEFF'
const HEADER = ['Nome', 'Telefone', 'E-mail']

/** A cell for spreadsheet programs: quoted where needed, and nothing that one of them would run as a formula. */
export function writeCsvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const writeLine = (cells: readonly string[]): string => `${cells.map(writeCsvCell).join(';')}\r\n`
const writeContact = ({ name, number, email }: ExportedContact): string => writeLine([name, number, email])

/**
 * Writes all contacts but groups as CSV, by name, 1,000 in memory at a time. Waits for a slow reader, and ends with it.
 * Each thousand is read in a transaction of its own: a contact that is renamed meanwhile may be missing or come twice.
 */
export async function exportContacts(deps: Deps, session: Session, out: Writable): Promise<void> {
  const { companyId } = session
  out.write(BOM + writeLine(HEADER))
  let last: ExportedContact | undefined
  do {
    const after = last
    const contacts = await deps.db.withTenant(companyId, (tx) =>
      deps.contacts.listAfter(tx, companyId, after, AT_ONCE),
    )
    last = contacts.length === AT_ONCE ? contacts.at(-1) : undefined
    if (!out.write(contacts.map(writeContact).join('')) && !out.destroyed)
      await Promise.race([once(out, 'drain'), once(out, 'close')])
  } while (last && !out.destroyed)
  out.end()
}
