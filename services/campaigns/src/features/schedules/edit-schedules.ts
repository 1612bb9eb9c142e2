import {
  toTemplateValues,
  type ConnectionId,
  type ContactId,
  type ScheduleId,
  type TemplateValuesBody,
} from '@balcao/contracts'
import type { ScheduleSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import type { StoredFile } from '../media'
import { fillPlannedTemplate } from '../templates'
import type { ScheduleDeps } from './schedule-deps'
import { fetchAuthorNames, scheduleChanged, scheduleDeleted, toScheduleSnapshot } from './schedule-events'
import {
  assertDeletable,
  assertNotPast,
  buildSchedule,
  changeSchedule,
  requireSchedule,
  type Schedule,
} from './schedule'

export interface ScheduleInput {
  body: string
  sendAt: Date
  contactId: ContactId
  /** Of the template. */
  connectionId?: ConnectionId | null
  /** What is to be filled in; null: the text is sent. */
  template?: TemplateValuesBody | null
}

type Texts = Pick<Schedule, 'body' | 'connectionId' | 'template'>

/*
 * What the input says of text and template; nothing where it says nothing of them. A text that is not the template's, from a caller who does
 * not name a template, takes its place. @throws {AppError} ERR_NO_WAPP_FOUND, and as `fillPlannedTemplate`
 */
async function planText(
  { rpc }: ScheduleDeps,
  session: Session,
  { body, connectionId, template }: Partial<ScheduleInput>,
  before?: Texts,
): Promise<Partial<Texts>> {
  if (body === undefined && connectionId === undefined && template === undefined) return {}
  const own = before && (body === undefined || body === before.body) ? before.template : null
  const wanted = template === undefined ? own && toTemplateValues(own) : template
  if (!wanted) return { ...(body !== undefined && { body }), connectionId: null, template: null }
  const sender = connectionId ?? before?.connectionId
  if (!sender) throw new AppError('ERR_NO_WAPP_FOUND', { detail: 'a template is of a connection' })
  const filled = await fillPlannedTemplate(rpc, session, { connectionId: sender, wanted, before })
  return { body: filled.text, connectionId: sender, template: filled }
}

async function copyContact(
  deps: ScheduleDeps,
  session: Session,
  id: ContactId,
): Promise<Pick<Schedule, 'contactName' | 'contactAsOf'>> {
  const request = { companyId: session.companyId, ids: [id] }
  const { contacts } = await deps.rpc.tickets.getContacts(request, { session })
  const contact = contacts.find((candidate) => candidate.id === id)
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  return { contactName: contact.name, contactAsOf: contact.updatedAt ?? null }
}

/**
 * Creates a schedule of the caller.
 * @throws {AppError} ERR_SCHEDULE_IN_PAST, ERR_NO_CONTACT_FOUND, also for another company's contact; ERR_TEMPLATE_ALONE,
 *   ERR_TEMPLATE_FILE, ERR_MEDIA_TOO_LARGE, and for its template as `fillPlannedTemplate`.
 */
export async function createSchedule(
  deps: ScheduleDeps,
  session: Session,
  input: ScheduleInput,
  file?: StoredFile,
): Promise<ScheduleSnapshot> {
  const { companyId, userId, name: userName } = session
  const { body, sendAt, contactId } = input
  assertNotPast(sendAt, deps.clock.now())
  const contact = await copyContact(deps, session, contactId)
  const text = await planText(deps, session, input)
  return deps.db.withTenant(companyId, async (tx) => {
    await file?.claim(tx)
    const schedule = await deps.schedules.insert(
      tx,
      buildSchedule(
        {
          body,
          sendAt,
          contactId,
          ...(file && { media: file.media }),
          ...contact,
          ...text,
          companyId,
          userId,
          userName,
        },
        deps.clock.now(),
      ),
    )
    const snapshot = toScheduleSnapshot(schedule, userName)
    await deps.events.append(tx, [scheduleChanged(deps, snapshot, { created: true })])
    return snapshot
  })
}

/**
 * Changes the text, template, time, contact or file named in the patch; for its author and administrators.
 * @throws {AppError} ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_NO_CONTACT_FOUND, ERR_SCHEDULE_IN_PAST, ERR_SCHEDULE_ALREADY_SENT once
 * it was handed over, ERR_TEMPLATE_ALONE, ERR_TEMPLATE_FILE, ERR_MEDIA_TOO_LARGE, and for its template as `fillPlannedTemplate`.
 */
export async function updateSchedule(
  deps: ScheduleDeps,
  session: Session,
  id: ScheduleId,
  { file, ...patch }: Partial<ScheduleInput> & { file?: StoredFile },
): Promise<ScheduleSnapshot> {
  // Checked first, so that a foreign schedule and a foreign contact get the same answer.
  const before = await findSchedule(deps, session, id)
  const contact = patch.contactId === undefined ? {} : await copyContact(deps, session, patch.contactId)
  const text = await planText(deps, session, patch, before)
  const { sendAt, contactId } = patch
  const change = {
    ...(sendAt && { sendAt }),
    ...(contactId && { contactId }),
    ...contact,
    ...text,
    media: file?.media,
  }
  return changeStoredSchedule(deps, session, id, {
    change: (schedule) => changeSchedule(schedule, change, deps.clock.now()),
    saving: file?.claim,
  })
}

/**
 * Locks the schedule, applies `change`, saves it and appends its event.
 * @param saving runs in the same transaction, when something changed.
 * @throws {AppError} ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, and what `change` throws.
 */
export async function changeStoredSchedule(
  deps: ScheduleDeps,
  session: Session,
  id: ScheduleId,
  { change, saving }: { change: (schedule: Schedule) => Schedule; saving?: (tx: Tx) => Promise<void> },
): Promise<ScheduleSnapshot> {
  // The author never changes, so the name may be read before the row is locked.
  const { userName } = await readSchedule(deps, session, id)
  return deps.db.withTenant(session.companyId, async (tx) => {
    const before = await lockSchedule(deps, tx, session, id)
    const schedule = change(before)
    if (schedule === before) return toScheduleSnapshot(before, userName)
    await saving?.(tx)
    await deps.schedules.save(tx, schedule)
    const snapshot = toScheduleSnapshot(schedule, userName)
    await deps.events.append(tx, [scheduleChanged(deps, snapshot, { created: false })])
    return snapshot
  })
}

/**
 * Deletes a schedule, for its author and administrators; a due one that was not handed over is not sent.
 * @throws {AppError} ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_ALREADY_SENT while it is being handed over.
 */
export async function deleteSchedule(deps: ScheduleDeps, session: Session, id: ScheduleId): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    assertDeletable(await lockSchedule(deps, tx, session, id), deps.clock.now())
    await deps.schedules.delete(tx, companyId, id)
    await deps.events.append(tx, [scheduleDeleted(deps, companyId, id)])
  })
}

/** One schedule, for its author and administrators. @throws {AppError} ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION */
export async function readSchedule(
  deps: ScheduleDeps,
  session: Session,
  id: ScheduleId,
): Promise<ScheduleSnapshot> {
  const schedule = await findSchedule(deps, session, id)
  const authorNames = await fetchAuthorNames(deps.sessions, session.companyId, [schedule.userId])
  return toScheduleSnapshot(schedule, authorNames(schedule))
}

async function findSchedule(deps: ScheduleDeps, session: Session, id: ScheduleId): Promise<Schedule> {
  const { companyId } = session
  const found = await deps.db.withTenant(companyId, (tx) => deps.schedules.find(tx, companyId, id))
  return requireSchedule(session, found)
}

async function lockSchedule(deps: ScheduleDeps, tx: Tx, session: Session, id: ScheduleId): Promise<Schedule> {
  return requireSchedule(session, await deps.schedules.lock(tx, session.companyId, id))
}
