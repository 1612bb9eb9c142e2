import type { CompanyId } from '@balcao/contracts'
import { isCase, type DeskEvent, type DeskEventCase } from '@balcao/contracts/wire'
import type { Database, Inbox, Subscription, Tx } from '@balcao/kernel'

import { execute } from '../postgres'

/** How the text of an event names what was erased. */
export interface Mentions {
  /** Found anywhere: ids of messages, numbers. */
  texts: readonly string[]
  contactIds: readonly number[]
  /** Only events of these cases; undefined for every one. */
  cases: readonly DeskEventCase[] | undefined
}

/* What carries a message's words. That one was deleted may still have to be told. */
const WITH_WORDS: readonly DeskEventCase[] = [
  'messageAppended',
  'messageChanged',
  'ticketChanged',
  'outboundRequested',
  'outboundEditRequested',
]

/** What an event of erasure says of those that may still carry what was erased. */
export function mentionsOf(event: DeskEvent): Mentions {
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

/* A phone identity lacks the ninth digit that the number may be written with. */
const spellings = (text: string): string[] => {
  const [, area, local] = /^55([1-9]\d)([6-9]\d{7})$/.exec(text) ?? []
  return area === undefined || local === undefined ? [text] : [text, `55${area}9${local}`]
}

/**
 * Drops a service's dead events about what was erased: replayed they would bring it back. The table holds what failed,
 * so it is read whole; what erases is not dropped.
 */
export function dropDeadEvents(tx: Tx, companyId: CompanyId, mentions: Mentions): Promise<number> {
  const { texts, contactIds, cases } = mentions
  return execute(
    tx,
    `DELETE FROM dead_events WHERE company_id = $1 AND type <> ALL ('{contactErased,messagesErased,contactDeleted,ticketDeleted}')
       AND ($4::text[] IS NULL OR type = ANY ($4))
       AND (EXISTS (SELECT 1 FROM unnest($2::text[]) AS said (text) WHERE strpos(body::text, said.text) > 0)
         OR EXISTS (SELECT 1 FROM unnest($3::int[]) AS c (id) WHERE body::text ~ ('"contactId":' || c.id || '[,}]')))`,
    [companyId, texts.flatMap(spellings).filter((text) => text !== ''), contactIds, cases ?? null],
  )
}

/** For a service that erases its own data elsewhere: its dead events follow. */
export function deadEventsConsumer(service: string, deps: { db: Database; inbox: Inbox }): Subscription {
  const group = `${service}.dead-event-erasures`
  return {
    group,
    topic: 'tickets',
    cases: ['contactErased', 'messagesErased'],
    handle: async ({ event }) => {
      await deps.db.withTenant(event.companyId, async (tx) => {
        if (await deps.inbox.claim(tx, group, event.eventId))
          await dropDeadEvents(tx, event.companyId, mentionsOf(event))
      })
    },
  }
}
