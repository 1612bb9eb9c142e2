import type { CompanyId, MessageMatch } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { integerSql, joinSql, query, rawSql, sql, type Sql } from '@balcao/platform'

import { prefixUpperBound } from '../../words'
import { beginsWith } from './word-index'

/** A word in more tickets than this is frequent: reading tickets by date then finds a page sooner than listing its tickets. */
const FREQUENT = 3_000
/** The same for contacts with all the words, who have several tickets each. */
const FREQUENT_PEOPLE = 500
/** Of tickets that are open, or were a day ago: the newest tickets probably fill a page. */
const OFTEN = 60

interface WordTable {
  table: Sql
  /** The column with the id of the word's ticket or contact. */
  owner: Sql
}
const messageWords: WordTable = { table: rawSql('ticket_words'), owner: rawSql('ticket_id') }
const contactWords: WordTable = { table: rawSql('contact_words'), owner: rawSql('contact_id') }

/** The words looked for, rarest first, and whether even the rarest is frequent. */
export interface WordCounts {
  companyId: CompanyId
  inMessages: string[]
  inContacts: string[]
  isFrequent: boolean
  /** Closed tickets whose one row of words has all of them; undefined when they were not looked for, or are too many. */
  closed: number[] | undefined
}

interface CountRow extends Record<string, unknown> {
  word: string
  tickets: number
  contacts: number
  /** Contacts with all the words; the same in every row. */
  people: number
  closed: number[] | null
}

/* What a row of `closed_ticket_words` has to match: each word is stored behind its company's id. */
const toTsQuery = (companyId: CompanyId, words: readonly string[], operator: '&' | '|'): Sql => {
  const terms = words.map((word) => `'${companyId}:${word.replaceAll(/['\\]/g, '$&$&')}':*`)
  return sql`${terms.join(` ${operator} `)}::tsquery`
}

const matchesClosed = (companyId: CompanyId, ticket: Sql, query: Sql): Sql =>
  sql`(SELECT true FROM closed_ticket_words x WHERE x.company_id = ${companyId}::int AND x.ticket_id = ${ticket} AND x.words @@ ${query} LIMIT 1)`

const listClosed = (words: readonly string[], most: number | null): Sql =>
  sql`ARRAY(SELECT id FROM find_closed_tickets(${words}::text[], ${most}::int) AS c (id))`

const countEntries = (companyId: CompanyId, { table }: WordTable): Sql =>
  sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${table} x
    WHERE x.company_id = ${companyId}::int AND x.word >= w.word AND x.word < w.after LIMIT ${integerSql(FREQUENT + 1)}) s)`

const countPeople = (companyId: CompanyId, words: readonly string[]): Sql =>
  sql`(SELECT count(*)::int FROM (${selectOwners(companyId, contactWords, words)} LIMIT ${integerSql(FREQUENT_PEOPLE + 1)}) s)`

/**
 * Counts how frequent the words are, at most 3,001 index entries each: it decides between two plans; the wrong one may take a second.
 * The index of closed tickets has no end after 3,001 entries, so it is not asked where tickets that are not in it have the word often.
 */
export async function countWords(
  tx: Tx,
  companyId: CompanyId,
  words: readonly string[],
): Promise<WordCounts> {
  const rows = await query<CountRow>(
    tx,
    sql`SELECT *, CASE WHEN min(tickets) OVER () <= ${integerSql(OFTEN)} AND people <= ${integerSql(FREQUENT_PEOPLE)}
          THEN ${listClosed(words, FREQUENT + 1)} END AS closed
      FROM (SELECT w.word, ${countEntries(companyId, messageWords)} AS tickets, ${countEntries(companyId, contactWords)} AS contacts,
          ${countPeople(companyId, words)} AS people
        FROM unnest(${words}::text[], ${words.map(prefixUpperBound)}::text[]) AS w (word, after) OFFSET 0) AS counted`,
  )
  const byTickets = rows.toSorted((left, right) => left.tickets - right.tickets)
  const byContacts = rows.toSorted((left, right) => left.contacts - right.contacts)
  const closed = rows[0]?.closed ?? undefined
  const isListed = closed !== undefined && closed.length <= FREQUENT
  return {
    companyId,
    inMessages: byTickets.map(({ word }) => word),
    inContacts: byContacts.map(({ word }) => word),
    isFrequent: !isListed || (byTickets[0]?.tickets ?? 0) > FREQUENT,
    closed: isListed ? closed : undefined,
  }
}

/* LIMIT keeps the planner from turning the question into a hash of every entry of the word. */
const hasWord = (companyId: CompanyId, { table, owner }: WordTable, id: Sql, word: string): Sql =>
  sql`(SELECT true FROM ${table} x WHERE x.company_id = ${companyId}::int AND x.${owner} = ${id} AND ${beginsWith('x', word)} LIMIT 1)`

/** A condition on a ticket `t`: each of the words is in its messages, by the words' indexes, so that others are not read. */
export function hasAllWords(companyId: CompanyId, words: readonly string[]): Sql {
  const inRows = words.map((word) => hasWord(companyId, messageWords, sql`t.id`, word))
  return sql`(${joinSql(inRows, ' AND ')} OR ${matchesClosed(companyId, sql`t.id`, toTsQuery(companyId, words, '&'))})`
}

/** A condition on a ticket `t`: all words are in its messages, or all in its contact. */
export function hasWords({ companyId, inMessages, inContacts }: WordCounts): Sql {
  const inItsContact = inContacts.map((word) => hasWord(companyId, contactWords, sql`t.contact_id`, word))
  return sql`(${hasAllWords(companyId, inMessages)} OR ${joinSql(inItsContact, ' AND ')})`
}

/* The owners with all words, beginning with the rarest word's entries. */
function selectOwners(companyId: CompanyId, { table, owner }: WordTable, words: readonly string[]): Sql {
  const [rarest = '', ...others] = words
  const rest = others.map(
    (word) =>
      sql` AND EXISTS (SELECT 1 FROM ${table} y WHERE y.company_id = x.company_id AND y.${owner} = x.${owner} AND ${beginsWith('y', word)})`,
  )
  return sql`SELECT x.${owner} FROM ${table} x WHERE x.company_id = ${companyId}::int AND ${beginsWith('x', rarest)}${joinSql(rest, '')}`
}

/** The tickets with the words, from the words' own indexes: each ticket is read once, where a UNION of both read it again by its id. */
export const isAmongFound = ({ companyId, ...words }: WordCounts): Sql => sql`(
    t.id = ANY (ARRAY(${selectOwners(companyId, messageWords, words.inMessages)}))
    OR t.id = ANY (${words.closed ? sql`${words.closed}::bigint[]` : listClosed(words.inMessages, null)})
    OR t.contact_id = ANY (ARRAY(${selectOwners(companyId, contactWords, words.inContacts)})))`

/* Messages of one ticket that are compared with the words: its newest. */
const MOST_COMPARED = 1_000

/** How many of the words a message `s` has. */
export const countHits = (words: readonly string[]): Sql =>
  sql`SELECT count(*) AS hits FROM unnest(${words}::text[], ${words.map(prefixUpperBound)}::text[]) AS w (word, after)
    WHERE EXISTS (SELECT 1 FROM unnest(s.words) AS x (word)
      WHERE x.word COLLATE "C" >= w.word COLLATE "C" AND x.word COLLATE "C" < w.after COLLATE "C")`

/* Messages are read of tickets only in which one of the words is: a name is usually the contact's alone. */
const hasAnyWord = (companyId: CompanyId, words: readonly string[]): Sql =>
  sql`(EXISTS (SELECT 1 FROM unnest(${words}::text[], ${words.map(prefixUpperBound)}::text[]) AS w (word, after)
    CROSS JOIN LATERAL (SELECT 1 FROM ticket_words x WHERE x.company_id = ${companyId}::int AND x.ticket_id = t.id
      AND x.word >= w.word AND x.word < w.after LIMIT 1) y)
    OR ${matchesClosed(companyId, sql`t.id`, toTsQuery(companyId, words, '|'))})`

/** A setting of the transaction, so that statements sent behind the one that finds the ids need not wait for its answer. */
export const keepIds = (ids: Sql): Sql => sql`set_config('app.page_ids', array_to_string(${ids}, ','), true)`
export const keptIds = sql`string_to_array(current_setting('app.page_ids', true), ',')::bigint[]`

/** Of each ticket of `keptIds` the newest message with the most of the words. */
export const readMatches = (
  tx: Tx,
  companyId: CompanyId,
  words: readonly string[],
): Promise<MessageMatch[]> =>
  query<MessageMatch & Record<string, unknown>>(
    tx,
    sql`SELECT t.id AS "ticketId", m.id AS "messageId", m.preview AS text FROM unnest(${keptIds}) AS t (id)
      CROSS JOIN LATERAL (
        SELECT s.id, s.preview FROM (
          SELECT id, seq, preview, words FROM messages
          WHERE company_id = ${companyId}::int AND ticket_id = t.id AND NOT deleted
          ORDER BY seq DESC LIMIT ${integerSql(MOST_COMPARED)}) s
        CROSS JOIN LATERAL (${countHits(words)}) h
        WHERE h.hits > 0 ORDER BY h.hits DESC, s.seq DESC LIMIT 1) m
      WHERE ${hasAnyWord(companyId, words)}`,
  )
