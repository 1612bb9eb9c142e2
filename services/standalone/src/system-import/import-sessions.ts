import { AppError } from '@balcao/kernel'

import { begunRow, madeRow, skippedRow } from '@balcao/tickets/service'

import type { ImportContext } from './import-context'
import type { ImportSource, SourceSession } from './source.port'

/**
 * Two programs with one session destroy it: each would use up the other's keys.
 * @throws {AppError} ERR_VALIDATION naming what is connected to the other system's database
 */
export async function assertSystemStopped(source: ImportSource): Promise<void> {
  const clients = await source.listOtherClients()
  if (clients.length === 0) return
  const names = [...new Set(clients)].join(', ')
  throw new AppError('ERR_VALIDATION', {
    detail: `the other system must be stopped before its sessions are brought: its database has ${clients.length} other connections (${names})`,
  })
}

async function bringSession(context: ImportContext, session: SourceSession): Promise<void> {
  const { log, connections, companyId } = context
  const { id } = session
  const connection = log.idOf('connection', id)
  if (log.find('session', id) === undefined) {
    const isHere = connection !== undefined && connection > 0
    const fault =
      connection === undefined
        ? 'its connection was not brought'
        : await connections.findSessionFault(companyId, isHere ? connection : undefined, session)
    if (fault !== '') return log.add(skippedRow('session', id, `${fault}: link the number again`))
    if (!log.scope) return log.add(log.dryRow('session', id))
    await log.add(begunRow('session', id))
  }
  await connections.linkSession(companyId, connection ?? 0, session)
  await log.settle(madeRow('session', id, connection ?? 0))
}

/**
 * Sessions of WhatsApp that can be converted, with which the desk connects at once; the other numbers must be linked again.
 * @returns how many were not decided before
 */
export async function bringSessions(context: ImportContext): Promise<number> {
  const { log, source } = context
  if (log.scope) await assertSystemStopped(source)
  let judged = 0
  for await (const session of source.sessions()) {
    if (![undefined, 'begun'].includes(log.find('session', session.id)?.outcome)) continue
    await bringSession(context, session)
    judged += 1
  }
  return judged
}
