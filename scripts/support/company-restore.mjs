// What of a company comes back from a backup, and what must not act again: decided by table, so that a test finds a table that is new.

/** Events, work in progress and what ended with the deletion: told, done or void since the backup. */
export const LEFT_OUT = {
  '*': ['absent_companies', 'outbox', 'dead_events', 'company_erasures', 'idempotency_keys', 'pending_blobs'],
  auth: ['refresh_tokens', 'password_codes', 'reset_codes', 'email_changes', 'sign_up_notices'],
  messaging_gateway: [
    'api_requests',
    'cloud_signups',
    'delivery_reports',
    'media_fetches',
    'network_events',
    'phone_budgets',
    'placeholders',
    'read_marks',
    // The phone's keys: its session ended with the deletion, and old ones would repeat what they have encrypted.
    'own_numbers',
    'signal_data_keys',
    'signal_journal',
    'signal_secrets',
  ],
  realtime: ['announced_presence', 'feed', 'webhook_deliveries'],
  simulator: ['lines'],
  tickets: ['assistant_turns', 'message_requests', 'pending_acks'],
}

/** The running desk keeps its rows of a deleted company: they are newer, and only missing ones come back. */
export const KEPT_BY_THE_DESK = ['auth.company_primaries', 'billing.invoices', 'billing.charges']

export const isLeftOut = ({ schema, table }) =>
  LEFT_OUT['*'].includes(table) || (LEFT_OUT[schema] ?? []).includes(table)

/* Above what the desk gave out after the backup: a client with a later position reads everything again instead of missing something. */
const FEED_GAP = 1_000_000
/* It may have been sent after the backup: a person looks, and sends it again. */
const UNCONFIRMED = "'ERR_WAPP_UNCONFIRMED'"

/**
 * Changes of rows before they come back, in this order; `$1` is the moment of the backup. `what` says it to the operator, with the number of rows.
 */
export const CHANGES = [
  {
    table: 'tickets.messages',
    change: `ack = -1, failure = ${UNCONFIRMED}`,
    where: "from_me AND ack = 0 AND source IN ('desk', 'service')",
    what: 'messages were on their way: shown as unconfirmed, to be sent again by hand',
  },
  {
    table: 'tickets.tickets',
    change: 'last_message_ack = -1',
    where:
      'last_message_from_me AND last_message_ack = 0 AND last_message_id IN (SELECT id FROM {tickets.messages} WHERE ack = -1)',
  },
  {
    table: 'tickets.tickets',
    change: 'text_due_at = NULL, rating_at = NULL',
    where: 'text_due_at IS NOT NULL OR rating_at IS NOT NULL',
    what: 'closed tickets wait no more for a rating or a closing text',
  },
  // As if no time had passed: otherwise every ticket would expire or move at once, and its customer be told.
  {
    table: 'tickets.tickets',
    change: 'updated_at = updated_at + (now() - $1::timestamptz)',
    where: "status <> 'closed'",
  },
  {
    table: 'tickets.ticket_trackings',
    change: 'queued_at = queued_at + (now() - $1::timestamptz)',
    where: 'finished_at IS NULL AND queued_at IS NOT NULL',
  },
  {
    table: 'messaging_gateway.outbound',
    remove: true,
    where: 'NOT settled',
  },
  {
    table: 'messaging_gateway.connections',
    change:
      "status = 'DISCONNECTED', wanted = false, command = '', qrcode = '', retries = 0, retry_at = NULL, passkey = NULL, to_announce = true",
    where: 'deleted_at IS NULL',
    what: 'connections are disconnected: link them again',
  },
  {
    table: 'tickets.connections',
    change: "status = 'DISCONNECTED'",
    where: 'NOT deleted',
  },
  {
    table: 'campaigns.schedules',
    change: `state = 'ERRO', failure = ${UNCONFIRMED}`,
    where: "state = 'ENVIANDO' OR (state = 'PENDENTE' AND send_at <= now())",
    what: 'scheduled messages fell due since the backup: not sent now, shown as unconfirmed',
  },
  {
    table: 'campaigns.campaign_items',
    change: `state = 'failed', failure = ${UNCONFIRMED}, ended_at = now(), due_at = NULL`,
    where: `state NOT IN ('delivered', 'failed', 'refused')
      AND campaign_id IN (SELECT id FROM {campaigns.campaigns} WHERE status = 'EM_ANDAMENTO')`,
    what: 'contacts of running campaigns may have had their message since: not sent to again',
  },
  {
    table: 'campaigns.campaigns',
    change: `status = 'CANCELADA', stop_reason = 'user', next_at = NULL, look_at = NULL, failed = failed + (
      SELECT count(*) FROM {campaigns.campaign_items} i WHERE i.campaign_id = t.id AND i.failure = ${UNCONFIRMED} AND i.ended_at = now())`,
    where: "status = 'EM_ANDAMENTO' OR (status = 'PROGRAMADA' AND scheduled_at <= now())",
    what: 'campaigns ran, or were to begin since the backup: canceled',
  },
  {
    table: 'realtime.feed_heads',
    change: `seq = seq + ${FEED_GAP}`,
    where: 'true',
  },
  {
    table: 'realtime.published_positions',
    change: 'seq = (SELECT seq FROM {realtime.feed_heads})',
    where: 'true',
  },
  {
    table: 'realtime.webhooks',
    change: 'dispatched_seq = (SELECT seq FROM {realtime.feed_heads})',
    where: 'true',
  },
]

/**
 * The field of a row that Postgres wrote as text, `(1,"a ""word""",)`. @param index from 0
 * @returns its text without quotes; '' for NULL
 */
export function readField(row, index) {
  let at = 1
  for (let field = 0; ; field += 1) {
    let text = ''
    if (row[at] === '"') {
      for (at += 1; ; at += 1) {
        if (row[at] === '\\') at += 1
        else if (row[at] === '"') {
          if (row[at + 1] !== '"') break
          at += 1
        }
        if (field === index) text += row[at]
      }
      at += 1
    } else {
      const from = at
      while (row[at] !== ',' && at < row.length - 1) at += 1
      if (field === index) text = row.slice(from, at)
    }
    if (field === index) return text
    if (at >= row.length - 1) throw new Error(`the row has no field ${index}`)
    at += 1
  }
}
