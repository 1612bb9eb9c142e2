import type { BodyOf, uploadContacts as uploadEndpoint, UploadAnswer } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { readImportRow, type ImportFault, type ImportRow, type Session } from '@balcao/kernel'

import { createContacts } from './create-contacts'
import type { ImportDeps } from './run-imports'

type UploadedRows = NonNullable<BodyOf<typeof uploadEndpoint>['rows']>

const AT_ONCE = 500
const codes: Record<ImportFault, string> = {
  name: 'ERR_VALIDATION',
  number: 'ERR_WAPP_INVALID_CONTACT',
  rounded: 'ERR_WAPP_INVALID_CONTACT',
  email: 'ERR_VALIDATION',
}

async function createSome(
  deps: ImportDeps,
  session: Session,
  people: readonly ImportRow[],
  answer: UploadAnswer,
): Promise<void> {
  const { companyId } = session
  const made = await deps.db.withTenant(companyId, (tx) => createContacts(deps, tx, companyId, people))
  for (const { person, contactId } of made) {
    if (contactId === undefined)
      answer.errorBag.push({ contactName: person.name, error: 'ERR_DUPLICATED_CONTACT' })
    else answer.newContacts.push({ contactName: person.name, contactId })
  }
}

/* Screens read their lists again; it is no stored import, hence the id 0. */
const announceUpload = (deps: ImportDeps, { companyId }: Session, { newContacts, errorBag }: UploadAnswer) =>
  deps.db.withTenant(companyId, (tx) =>
    deps.events.append(tx, [
      deskEvent(deps, orderingKeys.contactImport(companyId, 0), 'contactImportChanged', {
        import: {
          id: 0,
          fileName: '',
          status: 'done',
          total: newContacts.length + errorBag.length,
          created: newContacts.length,
          existing: 0,
          failed: errorBag.length,
          createdAt: deps.clock.now(),
        },
      }),
    ]),
  )

/**
 * Contacts from rows, 500 at a time in a transaction of their own: a failure leaves what was made, and a repeat makes
 * no contact twice.
 */
export async function uploadRows(
  deps: ImportDeps,
  session: Session,
  rows: UploadedRows,
): Promise<UploadAnswer> {
  const answer: UploadAnswer = { newContacts: [], errorBag: [] }
  const read = rows.map(({ Nome, Telefone, Email }) =>
    readImportRow({ name: Nome, number: Telefone, email: Email }),
  )
  for (const { name, fault } of read)
    if (fault) answer.errorBag.push({ contactName: name, error: codes[fault] })
  const people = read.filter(({ fault }) => fault === undefined)
  for (let from = 0; from < people.length; from += AT_ONCE)
    await createSome(deps, session, people.slice(from, from + AT_ONCE), answer)
  if (answer.newContacts.length > 0) await announceUpload(deps, session, answer)
  return answer
}
