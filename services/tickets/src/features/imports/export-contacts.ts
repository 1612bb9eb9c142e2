import { once } from 'node:events'
import type { Writable } from 'node:stream'

import { CSV_MARK, hasRole, writeCsvLine } from '@balcao/contracts'
import { AppError, type ServicePorts, type Session } from '@balcao/kernel'

import { signals } from '../../signals'
import type { ContactStore, ExportedContact } from '../contacts'
import type { SettingsReader } from '../settings'
import type { ContactExport, ContactExportStore } from './contact-export.store'

interface Deps extends Pick<ServicePorts, 'db' | 'clock'> {
  contacts: ContactStore
  contactExports: ContactExportStore
  settings: SettingsReader
}

const AT_ONCE = 1_000
const HEADER = ['Nome', 'Telefone', 'E-mail']

const writeLine = (cells: readonly string[]): string => `${writeCsvLine(cells)}\r\n`
const writeContact = ({ name, number, email }: ExportedContact): string => writeLine([name, number, email])

/* Written before the first line: one that is broken off has been read, too. */
async function logExport(deps: Deps, { companyId, userId, name }: Session): Promise<ContactExport> {
  const made = { companyId, userId, userName: name, exportedAt: deps.clock.now() }
  const logged = await deps.db.withTenant(companyId, (tx) => deps.contactExports.insert(tx, made))
  signals.contactsExported({ companyId, userId })
  return logged
}

/** @throws {AppError} ERR_NO_PERMISSION for a role that the company does not let export its contacts. */
export async function assertMayExport(deps: Deps, session: Session): Promise<void> {
  const { exportRole } = await deps.settings.of(session.companyId)
  if (!hasRole(session, exportRole)) throw new AppError('ERR_NO_PERMISSION', { detail: 'exporting contacts' })
}

/**
 * Logs who exports, then writes all contacts but groups as CSV, by name, 1,000 in memory at a time. Waits for a slow reader, and ends with it.
 * Each thousand is read in a transaction of its own: a contact that is renamed meanwhile may be missing or come twice.
 */
export async function exportContacts(deps: Deps, session: Session, out: Writable): Promise<void> {
  const { companyId } = session
  const logged = await logExport(deps, session)
  out.write(CSV_MARK + writeLine(HEADER))
  let last: ExportedContact | undefined
  let written = 0
  do {
    const after = last
    const contacts = await deps.db.withTenant(companyId, (tx) =>
      deps.contacts.listAfter(tx, companyId, after, AT_ONCE),
    )
    last = contacts.length === AT_ONCE ? contacts.at(-1) : undefined
    written += contacts.length
    if (!out.write(contacts.map(writeContact).join('')) && !out.destroyed)
      await Promise.race([once(out, 'drain'), once(out, 'close')])
  } while (last && !out.destroyed)
  // Before the end: who has the whole file is in the log with it.
  await deps.db.withTenant(companyId, (tx) => deps.contactExports.setContacts(tx, logged, written))
  out.end()
}
