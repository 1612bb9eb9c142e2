import { isDeepStrictEqual } from 'node:util'

import type { BodyOf, TagId, updateTag as updateEndpoint } from '@balcao/contracts'
import type { TagSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'

import { tagChanged, tagDeleted } from './tag-events'
import { canSetKanban, type TagDeps } from './tags'

type TagPatch = BodyOf<typeof updateEndpoint>

const applyPatch = (tag: TagSnapshot, { name, color, kanban }: TagPatch): TagSnapshot => ({
  ...tag,
  name: name ?? tag.name,
  color: color ?? tag.color,
  kanban: kanban ?? tag.kanban,
})

export const listKanbanTags = (deps: TagDeps, { companyId }: Session): Promise<TagSnapshot[]> =>
  deps.db.withTenant(companyId, (tx) => deps.tags.lanes(tx, companyId))

/** @throws {AppError} ERR_NO_TAG_FOUND */
export async function readTag(deps: TagDeps, { companyId }: Session, id: TagId): Promise<TagSnapshot> {
  const tag = await deps.db.withTenant(companyId, (tx) => deps.tags.byId(tx, companyId, id))
  if (!tag) throw new AppError('ERR_NO_TAG_FOUND')
  return tag
}

/**
 * The tag with what the patch names.
 * @throws {AppError} ERR_NO_TAG_FOUND, ERR_TAG_NAME_ALREADY_EXISTS; ERR_NO_PERMISSION when an agent changes `kanban`.
 */
export async function updateTag(
  deps: TagDeps,
  session: Session,
  id: TagId,
  patch: TagPatch,
): Promise<TagSnapshot> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    const before = await deps.tags.lockById(tx, companyId, id)
    if (!before) throw new AppError('ERR_NO_TAG_FOUND')
    const tag = applyPatch(before, patch)
    if (isDeepStrictEqual(tag, before)) return before
    if (tag.kanban !== before.kanban && !canSetKanban(session)) throw new AppError('ERR_NO_PERMISSION')
    await deps.tags.save(tx, tag)
    await deps.events.append(tx, [tagChanged(deps, companyId, { tag, created: false })])
    return tag
  })
}

/**
 * Deletes a tag; tickets lose it, and their versions stay: screens follow the tag's event.
 * @throws {AppError} ERR_NO_TAG_FOUND; ERR_NO_PERMISSION when an agent deletes a lane of the kanban.
 */
export async function deleteTag(deps: TagDeps, session: Session, id: TagId): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    const tag = await deps.tags.lockById(tx, companyId, id)
    if (!tag) throw new AppError('ERR_NO_TAG_FOUND')
    if (tag.kanban === 1 && !canSetKanban(session)) throw new AppError('ERR_NO_PERMISSION')
    await deps.tags.delete(tx, companyId, id)
    await deps.events.append(tx, [tagDeleted(deps, companyId, id)])
  })
}
