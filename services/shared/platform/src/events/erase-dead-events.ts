import type { CompanyId } from '@balcao/contracts'
import { isCase, type DeskEvent, type DeskEventCase } from '@balcao/contracts/wire'
import type { Database, Inbox, Subscription, Tx } from '@balcao/kernel'

import { execute, Parameter, sql } from '../postgres'

/** What to look for in the text of an event. */
export interface Mentions {
  /** Matched anywhere: ids of messages, phone numbers. */
  texts: readonly string[]
  contactIds: readonly number[]
  /** Only events of these cases; undefined: all. */
  cases: readonly DeskEventCase[] | undefined
}

/* Cases that carry a message's text. A deletion itself may still have to be delivered. */
const WITH_WORDS: readonly DeskEventCase[] = [
  'messageAppended',
  'messageChanged',
  'ticketChanged',
  'outboundRequested',
  'outboundEditRequested',
]

/** The search terms of an erasure event. */
export function listMentions(event: DeskEvent): Mentions {
  if (isCase(event, 'contactErased')) {
    const { contactId, formerIds, identities } = event.body.value
    return {
      texts: identities.map(({ value }) => value),
      contactIds: [contactId, ...formerIds],
      cases: undefined,
    }
  }
  if (!isCase(event, 'messagesErased')) return { texts: [], contactIds: [], cases: [] }
  const { messageIds, forgotten } = event.body.value
  return { texts: messageIds, contactIds: [], cases: forgotten ? undefined : WITH_WORDS }
}

/* A phone JID lacks the ninth digit that the number may be written with. */
const spellings = (text: string): string[] => {
  const [, area, local] = /^55([1-9]\d)([6-9]\d{7})$/.exec(text) ?? []
  return area === undefined || local === undefined ? [text] : [text, `55${area}9${local}`]
}

/**
 * Deletes a service's dead events that mention what was erased: a replay would bring it back. The table holds failures
 * only, so it is scanned; erasure events themselves stay.
 */
export function dropDeadEvents(tx: Tx, companyId: CompanyId, mentions: Mentions): Promise<number> {
  const { texts, contactIds, cases } = mentions
  const only = new Parameter(cases ?? null)
  const words = texts.flatMap(spellings).filter((text) => text !== '')
  return execute(
    tx,
    sql`DELETE FROM dead_events WHERE company_id = ${companyId} AND type <> ALL ('{contactErased,messagesErased,contactDeleted,ticketDeleted}')
       AND (${only}::text[] IS NULL OR type = ANY (${only}))
       AND (EXISTS (SELECT 1 FROM unnest(${words}::text[]) AS word (text) WHERE strpos(body::text, word.text) > 0)
         OR EXISTS (SELECT 1 FROM unnest(${contactIds}::bigint[]) AS c (id) WHERE body::text ~ ('"contactId":' || c.id || '[,}]')))`,
  )
}

/** For services that erase their own data elsewhere: erases their dead events. */
export function deadEventsConsumer(service: string, deps: { db: Database; inbox: Inbox }): Subscription {
  const group = `${service}.dead-event-erasures`
  return {
    group,
    topic: 'tickets',
    cases: ['contactErased', 'messagesErased'],
    handle: async ({ event }) => {
      await deps.db.withTenant(event.companyId, async (tx) => {
        if (await deps.inbox.claim(tx, group, event.eventId))
          await dropDeadEvents(tx, event.companyId, listMentions(event))
      })
    },
  }
}
