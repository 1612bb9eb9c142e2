import type { CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { AppError, type ServicePorts, type Tx } from '@balcao/kernel'

import { jidsOfAliases, personOfAliases } from './chat-aliases'
import type { LoggedMove } from './conversation.store'
import type { SettleDeps } from './resolve-conversation'

/**
 * Takes a merge back: the other conversation lives again under the names that it had, as far as they are still with the
 * survivor, and the network's word does not merge the two any more. Messages stay where they were told. Idempotent.
 * @param by who undid it, for the log.
 * @throws {AppError} ERR_NOT_FOUND when the log has no such merge.
 */
export async function undoMerge(
  deps: SettleDeps & Pick<ServicePorts, 'db'>,
  companyId: CompanyId,
  mergeId: string,
  by: string,
): Promise<LoggedMove> {
  return deps.db.withTenant(companyId, async (tx) => {
    const move = await deps.conversations.lockMove(tx, companyId, mergeId)
    if (move?.kind !== 'merge') throw new AppError('ERR_NOT_FOUND')
    if (move.undoneAt) return move
    const at = deps.clock.now()
    const { survivor: survivorId, held } = await giveBack(deps, tx, companyId, move)
    await deps.conversations.markUndone(tx, companyId, move.id, { by, at })
    await deps.events.append(tx, [
      deskEvent(deps, companyId, orderingKeys.conversation(survivorId), 'conversationsMerged', {
        connectionId: move.connectionId,
        survivorId,
        otherIds: [move.fromId],
        undone: true,
        person: personOfAliases([...held, ...move.aliases]),
      }),
    ])
    return { ...move, undoneAt: at, undoneBy: by }
  })
}

/* Names that the network gave to somebody else meanwhile stay there. */
async function giveBack(
  deps: SettleDeps,
  tx: Tx,
  companyId: CompanyId,
  move: LoggedMove,
): Promise<{ survivor: string; held: readonly string[] }> {
  const { connectionId, fromId } = move
  await deps.conversations.lockAliases(tx, connectionId, move.aliases.toSorted())
  const survivor = await deps.conversations.survivorOf(tx, companyId, move.toId)
  const known = await deps.conversations.lockByAliases(tx, companyId, connectionId, move.aliases)
  const held = known.find(({ id }) => id === survivor)?.aliases ?? []
  const aliases = move.aliases.filter((alias) => held.includes(alias))
  await deps.conversations.pointAliases(tx, companyId, connectionId, fromId, aliases)
  await deps.conversations.split(tx, companyId, { fromId, toId: survivor }, jidsOfAliases(aliases))
  return { survivor, held }
}
