import { userId as toUserId } from '@balcao/contracts'
import { isCase, type DeskEvent } from '@balcao/contracts/wire'
import { listOnPrimaries, type Database, type Subscription, type Tx } from '@balcao/kernel'

import {
  endSessions,
  forgetElsewhere,
  listRevisions,
  upsertApiKey,
  upsertCompany,
  upsertUser,
  removeUser,
} from './directory-writes'
import type { CachedSessionDirectory } from './session-directory'

export interface DirectoryConsumerDeps {
  /** The service's schema: the group is `<schema>.directory`. */
  schema: string
  db: Database
  directory: CachedSessionDirectory
}

/** Updates a service's copy of users, companies and API keys from auth's events, and drops cached entries. */
export function directoryConsumer(deps: DirectoryConsumerDeps): Subscription {
  return {
    group: `${deps.schema}.directory`,
    topic: 'auth',
    cases: [
      'userChanged',
      'userDeleted',
      'companyChanged',
      'sessionTakenOver',
      'sessionEnded',
      'apiKeyChanged',
    ],
    async handle({ event }) {
      // Platform scope: a user who moved to another company leaves a row in the old one. Not claimed in the inbox: a repeat changes nothing.
      await deps.db.asPlatform((tx) => apply(tx, event), event.companyId)
      forget(deps.directory, event)
    },
  }
}

/**
 * Where companies are on several primaries: the row that a user leaves in the copy of another company. A group of its own: while a primary
 * is away, only this waits for it.
 */
export function movedUsersConsumer({ schema, db }: Omit<DirectoryConsumerDeps, 'directory'>): Subscription {
  return {
    group: `${schema}.moved-users`,
    topic: 'auth',
    cases: ['userChanged'],
    async handle({ event }) {
      const user = isCase(event, 'userChanged') ? event.body.value.user : undefined
      if (!user) return
      // Platform scope: the companies that the user was in are not known. A late event may have brought a former one back.
      const known = await listOnPrimaries(db, (tx) => listRevisions(tx, user.id))
      const [newest] = known.items.toSorted((one, other) => other.revision - one.revision)
      const forgotten = await listOnPrimaries(db, async (tx) => {
        if (newest) await forgetElsewhere(tx, newest)
        return []
      })
      const failure = known.failure ?? forgotten.failure
      if (failure) throw failure
    },
  }
}

async function apply(tx: Tx, event: DeskEvent): Promise<void> {
  if (isCase(event, 'userChanged') && event.body.value.user)
    await upsertUser(tx, event.companyId, event.body.value.user)
  else if (isCase(event, 'companyChanged') && event.body.value.company)
    await upsertCompany(tx, event.body.value.company)
  else if (isCase(event, 'apiKeyChanged') && event.body.value.key)
    await upsertApiKey(tx, event.companyId, event.body.value.key)
  else if (isCase(event, 'userDeleted')) await removeUser(tx, event.companyId, event.body.value.userId)
  else if (isCase(event, 'sessionTakenOver') || isCase(event, 'sessionEnded')) {
    await endSessions(tx, event.companyId, event.body.value.userId, event.body.value.tokenVersion)
  }
}

function forget(directory: CachedSessionDirectory, event: DeskEvent): void {
  if (isCase(event, 'companyChanged')) directory.forgetCompany(event.companyId)
  else if (isCase(event, 'apiKeyChanged')) directory.forgetApiKeys()
  else if (isCase(event, 'userChanged') && event.body.value.user)
    directory.forget(toUserId(event.body.value.user.id))
  else if (
    isCase(event, 'userDeleted') ||
    isCase(event, 'sessionTakenOver') ||
    isCase(event, 'sessionEnded')
  ) {
    directory.forget(toUserId(event.body.value.userId))
  }
}
