import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, rawSql, sql, type Row } from '@balcao/platform'

import {
  listStatesBelow,
  type AcknowledgedId,
  type NetworkAck,
  type OutboundHolder,
  type OutboundRow,
} from '../../features/outbound/outbound.store'
import { readCurrentConversationId } from './current-conversation'
import { isNamed, outbound, readOutbound } from './outbound-table'

/* A network that names messages itself may fail one after it accepted it, and tell of the acceptance again after that. */
const WAS_UNDELIVERED = rawSql(
  `state = 'FAILED' AND network_id IS NOT NULL AND failure <> 'ERR_WAPP_UNCONFIRMED'`,
)

const EMPTY = rawSql(`'{}'::jsonb`)

/* What the template of an automatic text is filled in with stays. */
const WHEN_ACCEPTED = rawSql(
  `CASE WHEN o.operation = 'send' AND was.payload ? 'automatic' AND NOT was.payload ? 'template'
    THEN jsonb_build_object('automatic', was.payload -> 'automatic') ELSE '{}'::jsonb END`,
)

/** Any lower state → the acknowledgement; the answered row still has the content that is emptied in the table. */
export async function acknowledgeRow(
  tx: Tx,
  { companyId, connectionId }: Omit<OutboundHolder, 'epoch'>,
  { waId, networkId }: AcknowledgedId,
  { ack, now }: { ack: NetworkAck; now: Date },
): Promise<OutboundRow | undefined> {
  // A network that names messages itself may find only then that the window is over.
  const mayFailLater = ack === 'ACCEPTED' && networkId !== undefined
  const [row] = await query<Row & { opened: boolean; merged_into: string | null; content: unknown }>(
    tx,
    sql`WITH was AS (
        SELECT id, payload FROM outbound
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND ${isNamed(waId)}
          AND state = ANY (CASE operation WHEN 'send' THEN ${listStatesBelow(ack)}::text[] ELSE ${listStatesBelow('ACCEPTED')}::text[] END)
          AND (operation = 'send' OR payload <> '{}'::jsonb)
          AND NOT (${ack} = 'ACCEPTED' AND ${WAS_UNDELIVERED}) FOR UPDATE),
      acknowledged AS (
        UPDATE outbound o SET state = CASE operation WHEN 'send' THEN ${ack} ELSE 'ACCEPTED' END, settled = true,
          failure = '', payload = ${mayFailLater ? WHEN_ACCEPTED : EMPTY}, network_id = coalesce(network_id, ${networkId ?? null}), updated_at = ${now}
        FROM was WHERE o.company_id = ${companyId} AND o.id = was.id RETURNING o.*, was.payload AS content)
      SELECT ${outbound.columnsOf('p')}, p.content, c.opened IS NOT FALSE AS opened, c.merged_into
      FROM acknowledged p LEFT JOIN conversations c ON c.company_id = p.company_id AND c.id = p.conversation_id`,
  )
  if (!row) return undefined
  const acknowledged = readOutbound({ ...row, payload: row.content })
  if (!row.opened) await markOpened(tx, companyId, acknowledged.conversationId)
  // A row that was acknowledged before a merge keeps its conversation; its events name the merged conversation.
  const conversationId =
    row.merged_into && (await readCurrentConversationId(tx, companyId, acknowledged.conversationId))
  return conversationId ? { ...acknowledged, conversationId } : acknowledged
}

async function markOpened(tx: Tx, companyId: CompanyId, conversationId: string): Promise<void> {
  await execute(
    tx,
    sql`UPDATE conversations SET opened = true WHERE company_id = ${companyId} AND id = ${conversationId}`,
  )
}
