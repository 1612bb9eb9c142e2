import type { CompanyId, TagId, TicketId } from '@balcao/contracts'
import type { TagSnapshot } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, entityManagerOf, query } from '@balcao/platform'
import { In } from 'typeorm'

import { folded } from '../../words'
import type { CountedTag, NewTag, TagStore } from '../../features/tags/tag.store'
import { tagRecord, type TagRecord } from './records'

const snapshotOf = ({ id, companyId, name, color, kanban, userId }: TagRecord): TagSnapshot => ({
  id,
  companyId,
  name,
  color,
  kanban,
  userId: userId ?? undefined,
})

/* Accents make another name, case does not. */
const keyOf = (name: string): string => name.trim().normalize('NFC').toLowerCase()

interface CountedRow {
  id: number
  company_id: number
  name: string
  color: string
  kanban: number
  user_id: number | null
  tickets: number
}

const COUNTED = `SELECT g.id, g.company_id, g.name, g.color, g.kanban, g.user_id,
  (SELECT count(*)::int FROM ticket_tags x WHERE x.company_id = g.company_id AND x.tag_id = g.id) AS tickets
  FROM tags g WHERE g.company_id = $1 ORDER BY g.name_key, g.id LIMIT $2`

const MOST_TAGS = 5_000

const contains = (search: string) => {
  const wanted = folded(search.trim())
  return ({ name, color }: { name: string; color: string }) =>
    wanted === '' || folded(name).includes(wanted) || color.toLowerCase().includes(wanted)
}

/** A company has few tags: they are narrowed here, where accents are folded as everywhere. */
export class PgTagStore implements TagStore {
  async findOrCreate(
    tx: Tx,
    companyId: CompanyId,
    tag: NewTag,
  ): Promise<{ tag: TagSnapshot; created: boolean }> {
    const insert = `INSERT INTO tags (company_id, name, name_key, color, kanban, user_id) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ON CONSTRAINT tags_name DO NOTHING`
    const created =
      (await execute(tx, insert, [
        companyId,
        tag.name,
        keyOf(tag.name),
        tag.color,
        tag.kanban,
        tag.userId ?? null,
      ])) > 0
    const row = await entityManagerOf(tx).findOneBy(tagRecord, { companyId, nameKey: keyOf(tag.name) })
    if (!row) throw new AppError('ERR_NO_TAG_FOUND')
    return { tag: snapshotOf(row), created }
  }

  async all(tx: Tx, companyId: CompanyId, search: string, most: number): Promise<TagSnapshot[]> {
    const rows = await entityManagerOf(tx).find(tagRecord, {
      where: { companyId },
      order: { nameKey: 'ASC', id: 'ASC' },
      take: MOST_TAGS,
    })
    return rows.filter(contains(search)).slice(0, most).map(snapshotOf)
  }

  async page(
    tx: Tx,
    companyId: CompanyId,
    search: string,
    page: { offset: number; size: number },
  ): Promise<{ tags: CountedTag[]; count: number }> {
    const rows = (
      await query<CountedRow & Record<string, unknown>>(tx, COUNTED, [companyId, MOST_TAGS])
    ).filter(contains(search))
    const tags = rows.slice(page.offset, page.offset + page.size)
    return {
      tags: tags.map(({ company_id, user_id, ...tag }) => ({
        ...tag,
        companyId: company_id,
        userId: user_id ?? undefined,
      })),
      count: rows.length,
    }
  }

  countOf(tx: Tx, companyId: CompanyId, ids: readonly TagId[]): Promise<number> {
    return ids.length === 0
      ? Promise.resolve(0)
      : entityManagerOf(tx).countBy(tagRecord, { companyId, id: In([...ids]) })
  }

  async setOfTicket(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    ids: readonly TagId[],
  ): Promise<boolean> {
    const gone = await execute(
      tx,
      'DELETE FROM ticket_tags WHERE company_id = $1 AND ticket_id = $2 AND NOT (tag_id = ANY ($3::int[]))',
      [companyId, ticketId, ids],
    )
    const come = await execute(
      tx,
      'INSERT INTO ticket_tags (company_id, ticket_id, tag_id) SELECT $1, $2, unnest($3::int[]) ON CONFLICT DO NOTHING',
      [companyId, ticketId, ids],
    )
    return gone + come > 0
  }
}
