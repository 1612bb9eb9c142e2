import type { CompanyId, TagId, TicketId } from '@balcao/contracts'
import type { TaggedContact, TagSnapshot } from '@balcao/contracts/wire'
import { AppError, foldText, type Counted, type Slice, type Tx } from '@balcao/kernel'
import {
  Any,
  deleteRows,
  execute,
  findRow,
  insertRowUnlessTaken,
  integerSql,
  lockRow,
  query,
  sql,
  saveRow,
  violatedConstraint,
  type Row,
} from '@balcao/platform'

import { tagKey, type CountedTag, type NewTag, type TagStore } from '../../features/tags/tag.store'
import { repositoryOf } from './tables'
import { tags } from './tag-table'

const MOST_TAGS = 5_000
const TICKETS_OF_TAG =
  '(SELECT count(*)::int FROM ticket_tags x WHERE x.company_id = g.company_id AND x.tag_id = g.id)'

const contains = (search: string) => {
  const wanted = foldText(search.trim())
  return ({ name, color }: { name: string; color: string }) =>
    wanted === '' || foldText(name).includes(wanted) || color.toLowerCase().includes(wanted)
}

/** A company has few tags: they are narrowed here, where accents are folded as everywhere. */
export class PgTagStore implements TagStore {
  async findOrCreate(
    tx: Tx,
    companyId: CompanyId,
    tag: NewTag,
  ): Promise<{ tag: TagSnapshot; created: boolean }> {
    const inserted = await insertRowUnlessTaken(repositoryOf(tx, tags), { ...tag, companyId })
    if (inserted) return { tag: inserted, created: true }
    const known = await repositoryOf(tx, tags)
      .createQueryBuilder('g')
      .where({ companyId })
      .andWhere('g.name_key = :key', { key: tagKey(tag.name) })
      .getOne()
    if (!known) throw new AppError('ERR_NO_TAG_FOUND')
    return { tag: known, created: false }
  }

  async list(tx: Tx, companyId: CompanyId, search: string, most: number): Promise<TagSnapshot[]> {
    const all = await this.byName(tx, companyId).getMany()
    return all.filter(contains(search)).slice(0, most)
  }

  private byName(tx: Tx, companyId: CompanyId) {
    return repositoryOf(tx, tags)
      .createQueryBuilder('g')
      .where({ companyId })
      .orderBy('g.name_key')
      .addOrderBy('g.id')
      .limit(MOST_TAGS)
  }

  async page(
    tx: Tx,
    companyId: CompanyId,
    search: string,
    { offset, limit }: Slice,
  ): Promise<Counted<CountedTag>> {
    const { raw, entities } = await this.byName(tx, companyId)
      .addSelect(TICKETS_OF_TAG, 'tickets')
      .getRawAndEntities<{ tickets: number }>()
    const counted = entities.map((tag, index) => ({ ...tag, tickets: raw[index]?.tickets ?? 0 }))
    const found = counted.filter(contains(search))
    return { items: found.slice(offset, offset + limit), count: found.length }
  }

  lanes(tx: Tx, companyId: CompanyId): Promise<TagSnapshot[]> {
    const where = { companyId, kanban: 1 }
    return repositoryOf(tx, tags).find({ where, order: { id: 'ASC' }, take: MOST_TAGS })
  }

  byId(tx: Tx, companyId: CompanyId, id: TagId): Promise<TagSnapshot | undefined> {
    return findRow(repositoryOf(tx, tags), { companyId, id })
  }

  lockById(tx: Tx, companyId: CompanyId, id: TagId): Promise<TagSnapshot | undefined> {
    return lockRow(repositoryOf(tx, tags), { companyId, id })
  }

  async save(tx: Tx, tag: TagSnapshot): Promise<void> {
    try {
      const { companyId, id } = tag
      await saveRow(repositoryOf(tx, tags), { companyId, id }, tag)
    } catch (error) {
      if (violatedConstraint(error) !== 'tags_name') throw error
      throw new AppError('ERR_TAG_NAME_ALREADY_EXISTS', { cause: error })
    }
  }

  async delete(tx: Tx, companyId: CompanyId, id: TagId): Promise<boolean> {
    return (await deleteRows(repositoryOf(tx, tags), { companyId, id })) > 0
  }

  listContacts(
    tx: Tx,
    companyId: CompanyId,
    id: TagId,
    { afterId, most }: { afterId: number; most: number },
  ): Promise<TaggedContact[]> {
    return query<TaggedContact & Row>(
      tx,
      sql`SELECT c.id, c.name, c.number, c.email FROM contacts c
        WHERE c.company_id = ${companyId} AND c.id > ${afterId} AND NOT c.is_group AND c.number <> ''
          AND EXISTS (SELECT FROM tickets t JOIN ticket_tags x ON x.company_id = t.company_id AND x.ticket_id = t.id
            WHERE t.company_id = c.company_id AND t.contact_id = c.id AND x.tag_id = ${id})
        ORDER BY c.id LIMIT ${integerSql(most)}`,
    )
  }

  async countExisting(tx: Tx, companyId: CompanyId, ids: readonly TagId[]): Promise<number> {
    if (ids.length === 0) return 0
    return repositoryOf(tx, tags).countBy({ companyId, id: Any(ids) })
  }

  async replaceTicketTags(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    ids: readonly TagId[],
  ): Promise<boolean> {
    const gone = await execute(
      tx,
      sql`DELETE FROM ticket_tags WHERE company_id = ${companyId} AND ticket_id = ${ticketId} AND NOT (tag_id = ANY (${ids}::int[]))`,
    )
    const come = await execute(
      tx,
      sql`INSERT INTO ticket_tags (company_id, ticket_id, tag_id)
        SELECT ${companyId}::int, ${ticketId}::bigint, unnest(${ids}::int[]) ON CONFLICT DO NOTHING`,
    )
    return gone + come > 0
  }

  async leaveLanes(tx: Tx, companyId: CompanyId, ticketId: TicketId, except?: TagId): Promise<boolean> {
    const gone = await execute(
      tx,
      sql`DELETE FROM ticket_tags x USING tags g WHERE x.company_id = ${companyId} AND x.ticket_id = ${ticketId}
        AND g.company_id = x.company_id AND g.id = x.tag_id AND g.kanban = 1 AND g.id <> ${except ?? 0}::int`,
    )
    return gone > 0
  }

  async addTicketTag(tx: Tx, companyId: CompanyId, ticketId: TicketId, id: TagId): Promise<boolean> {
    const added = await execute(
      tx,
      sql`INSERT INTO ticket_tags (company_id, ticket_id, tag_id) VALUES (${companyId}, ${ticketId}, ${id}) ON CONFLICT DO NOTHING`,
    )
    return added > 0
  }
}
