import {
  parseVideoCode,
  type BodyOf,
  type createHelp as createEndpoint,
  type HelpId,
  type updateHelp as updateEndpoint,
} from '@balcao/contracts'
import { AppError, WHOLE_LIST, readPage, type CountedPage, type Database, type Session } from '@balcao/kernel'

import type { Help } from './help'
import type { HelpStore } from './help.store'

export interface HelpDeps {
  db: Database
  helps: HelpStore
  onEdited(who: Session, action: 'create' | 'update' | 'delete', helpId: HelpId): void
}

/* Platform scope in this file: help videos belong to no company. */

/* The schema has checked that there is one. */
function readCode(video: string): string {
  const code = parseVideoCode(video)
  if (code === undefined) throw new AppError('ERR_VALIDATION', { detail: 'no code of a video' })
  return code
}

/** A page of help videos by title. */
export const listHelps = ({ db, helps }: HelpDeps, pageNumber: number): Promise<CountedPage<Help>> =>
  readPage({ pageNumber }, (slice) => db.asPlatform((tx) => helps.page(tx, slice)))

/** All help videos by title, at most 5,000. */
export async function listAllHelps({ db, helps }: HelpDeps): Promise<Help[]> {
  return (await db.asPlatform((tx) => helps.page(tx, WHOLE_LIST))).items
}

/** @throws {AppError} ERR_NO_HELP_FOUND */
export async function readHelp({ db, helps }: HelpDeps, id: HelpId): Promise<Help> {
  const help = await db.asPlatform((tx) => helps.find(tx, id))
  if (!help) throw new AppError('ERR_NO_HELP_FOUND')
  return help
}

/** A new help video. Not idempotent. */
export async function createHelp(
  deps: HelpDeps,
  session: Session,
  { title, description, video }: BodyOf<typeof createEndpoint>,
): Promise<Help> {
  const help = await deps.db.asPlatform((tx) =>
    deps.helps.insert(tx, { title, description, video: readCode(video) }),
  )
  deps.onEdited(session, 'create', help.id)
  return help
}

/** The help video with what the patch names. Idempotent. @throws {AppError} ERR_NO_HELP_FOUND */
export async function updateHelp(
  deps: HelpDeps,
  session: Session,
  id: HelpId,
  patch: BodyOf<typeof updateEndpoint>,
): Promise<Help> {
  const help = await deps.db.asPlatform(async (tx) => {
    const before = await deps.helps.lock(tx, id)
    if (!before) throw new AppError('ERR_NO_HELP_FOUND')
    const after: Help = {
      id,
      title: patch.title ?? before.title,
      description: patch.description ?? before.description,
      video: patch.video === undefined ? before.video : readCode(patch.video),
    }
    await deps.helps.save(tx, after)
    return after
  })
  deps.onEdited(session, 'update', id)
  return help
}

/** @throws {AppError} ERR_NO_HELP_FOUND */
export async function deleteHelp(deps: HelpDeps, session: Session, id: HelpId): Promise<void> {
  if (!(await deps.db.asPlatform((tx) => deps.helps.delete(tx, id)))) throw new AppError('ERR_NO_HELP_FOUND')
  deps.onEdited(session, 'delete', id)
}
