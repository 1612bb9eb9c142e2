import type { CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { AppError, type ServicePorts, type Tx } from '@balcao/kernel'

import { pickPerson, toRemoteJids } from './chat-aliases'
import type { LoggedMove } from './conversation.store'
import type { ResolveDeps } from './resolve-conversation'

/**
 * Undoes a merge: the merged conversation gets its aliases back, except those that moved elsewhere since, and links of the
 * server do not merge the two again. Recorded messages keep their conversation. Idempotent.
 * @param by who undid it, for the log.
 * @throws {AppError} ERR_NOT_FOUND when the log has no such merge.
 */
export async function undoMerge(
  deps: ResolveDeps & Pick<ServicePorts, 'db'>,
  companyId: CompanyId,
  mergeId: string,
  by: string,
): Promise<LoggedMove> {
  return deps.db.withTenant(companyId, async (tx) => {
    const move = await deps.conversations.lockMove(tx, companyId, mergeId)
    if (move?.kind !== 'merge') throw new AppError('ERR_NOT_FOUND')
    if (move.undoneAt) return move
    const at = deps.clock.now()
    const { keptId, held } = await returnAliases(deps, tx, companyId, move)
    await deps.conversations.markUndone(tx, companyId, move.id, { by, at })
    await deps.events.append(tx, [
      deskEvent(deps, orderingKeys.conversation(companyId, keptId), 'conversationsMerged', {
        connectionId: move.connectionId,
        survivorId: keptId,
        otherIds: [move.fromId],
        undone: true,
        person: pickPerson([...move.aliases, ...held]),
      }),
    ])
    return { ...move, undoneAt: at, undoneBy: by }
  })
}

/* Aliases that were repointed to another person since stay there. */
async function returnAliases(
  deps: ResolveDeps,
  tx: Tx,
  companyId: CompanyId,
  move: LoggedMove,
): Promise<{ keptId: string; held: readonly string[] }> {
  const { connectionId, fromId } = move
  deps.conversations.lockAliases(tx, connectionId, move.aliases.toSorted())
  const keptId = await deps.conversations.readCurrentId(tx, companyId, move.toId)
  const known = await deps.conversations.lockByAliases(tx, companyId, connectionId, move.aliases)
  const held = known.find(({ id }) => id === keptId)?.aliases ?? []
  const aliases = move.aliases.filter((alias) => held.includes(alias))
  deps.conversations.pointAliases(tx, companyId, connectionId, { id: fromId, aliases })
  await deps.conversations.split(tx, companyId, { fromId, toId: keptId }, toRemoteJids(aliases))
  return { keptId, held }
}
