import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query } from '@balcao/platform'

import { afterPrefix } from '../../words'
import { begins, type Params } from './pg-ticket-conditions'

/** A word in more tickets than this is frequent: walking tickets by date then finds a page sooner than listing its tickets. */
const FREQUENT = 3_000

interface WordTable {
  table: 'ticket_words' | 'contact_words'
  id: 'ticket_id' | 'contact_id'
}
const messageWords: WordTable = { table: 'ticket_words', id: 'ticket_id' }
const contactWords: WordTable = { table: 'contact_words', id: 'contact_id' }

/** The words looked for, rarest first, and whether even the rarest is everywhere. */
export interface Rarity {
  inMessages: string[]
  inContacts: string[]
  isFrequent: boolean
}

interface WeighedWord {
  word: string
  tickets: number
  contacts: number
}

const counted = ({ table }: WordTable): string => `(SELECT count(*)::int FROM (SELECT 1 FROM ${table} x
    WHERE x.company_id = $1 AND x.word >= w.word AND x.word < w.after LIMIT ${FREQUENT + 1}) s)`

/** Looks how frequent the words are, at most 3,001 index entries each: it decides between two ways of which the wrong one may take a second. */
export async function weighWords(tx: Tx, companyId: CompanyId, words: readonly string[]): Promise<Rarity> {
  const rows = await query<WeighedWord & Record<string, unknown>>(
    tx,
    `SELECT w.word, ${counted(messageWords)} AS tickets, ${counted(contactWords)} AS contacts
     FROM unnest($2::text[], $3::text[]) AS w (word, after)`,
    [companyId, words, words.map(afterPrefix)],
  )
  const byTickets = rows.toSorted((left, right) => left.tickets - right.tickets)
  const byContacts = rows.toSorted((left, right) => left.contacts - right.contacts)
  return {
    inMessages: byTickets.map(({ word }) => word),
    inContacts: byContacts.map(({ word }) => word),
    isFrequent: (byTickets[0]?.tickets ?? 0) > FREQUENT || (byContacts[0]?.contacts ?? 0) > FREQUENT,
  }
}

/* LIMIT keeps the planner from turning the question into a hash of every entry of the word. */
const hasWord = (p: Params, { table, id }: WordTable, owner: string, word: string): string =>
  `(SELECT true FROM ${table} x WHERE x.company_id = t.company_id AND x.${id} = ${owner} AND ${begins(p, 'x', word)} LIMIT 1)`

/** Asked of one ticket `t` after the other: all words in its messages, or all in its contact. */
export function hasWords(p: Params, { inMessages, inContacts }: Rarity): string {
  const inItsMessages = inMessages.map((word) => hasWord(p, messageWords, 't.id', word)).join(' AND ')
  const inItsContact = inContacts.map((word) => hasWord(p, contactWords, 't.contact_id', word)).join(' AND ')
  return `(${inItsMessages} OR ${inItsContact})`
}

/* The ids with all words, beginning with the rarest word's entries. */
function idsWith(p: Params, { table, id }: WordTable, [rarest = '', ...others]: readonly string[]): string {
  const rest = others.map(
    (word) =>
      ` AND EXISTS (SELECT 1 FROM ${table} y WHERE y.company_id = x.company_id AND y.${id} = x.${id} AND ${begins(p, 'y', word)})`,
  )
  return `SELECT x.${id} FROM ${table} x WHERE x.company_id = $1::int AND ${begins(p, 'x', rarest)}${rest.join('')}`
}

/** The tickets with the words, from the words' own index. */
export const isAmongFound = (p: Params, rarity: Rarity): string => `t.id IN (
    ${idsWith(p, messageWords, rarity.inMessages)}
    UNION SELECT s.id FROM tickets s WHERE s.company_id = $1::int AND s.contact_id IN (${idsWith(p, contactWords, rarity.inContacts)}))`
