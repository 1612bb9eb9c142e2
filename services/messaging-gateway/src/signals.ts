import type { AppError } from '@balcao/kernel'
import { BUCKETS_WITH_3_S, counter, gauge, histogram, newTrace } from '@balcao/platform'

import { connectionsLog, inboundLog, outboundLog, sessionsLog, vaultLog } from './logger'

const sessionTroubles = counter(
  'balcao_whatsapp_session_troubles_total',
  'What WhatsApp sessions could not do although they went on, by kind',
)
const sessionEnds = counter('balcao_whatsapp_session_ends_total', 'WhatsApp sessions that ended, by reason')
const sessionOpens = counter('balcao_whatsapp_session_opens_total', 'WhatsApp sessions that connected')
const inbound = counter('balcao_whatsapp_inbound_total', 'Messages taken from the network, by outcome')
const conversationMoves = counter(
  'balcao_whatsapp_conversation_moves_total',
  'Names that went to another conversation, by merge or by repointing',
)
const outbound = counter('balcao_whatsapp_outbound_total', 'Messages to the network, by state they reached')
const oldRows = counter(
  'balcao_whatsapp_old_rows_deleted_total',
  'Rows of the journal and of the outbound queue that were deleted for their age, by table',
)
const lateRequests = counter(
  'balcao_whatsapp_late_requests_total',
  'Requests to the network that were refused because they came weeks after they were written, by kind',
)
const acceptance = histogram(
  'balcao_whatsapp_accept_ms',
  'Time from the frame to the acceptance by the network, in milliseconds',
  BUCKETS_WITH_3_S,
)
const handOvers = histogram(
  'balcao_whatsapp_hand_over_ms',
  'Time in which a session was drained and given to another process, in milliseconds',
)
const processesEnded = counter(
  'balcao_whatsapp_processes_ended_total',
  'Processes of the gateway that had ended without a word and whose sessions this process set free',
)
const linkPreviews = counter('balcao_whatsapp_link_previews_total', 'Links that were fetched, by outcome')
const deliveryReports = counter(
  'balcao_whatsapp_delivery_reports_total',
  'Reports to webhooks of the send API, by outcome of a try',
)
const networkEvents = counter(
  'balcao_whatsapp_network_events_total',
  'What the webhook of the official API brought, by kind and outcome',
)
const fenced = counter('balcao_whatsapp_fenced_total', 'Writes refused because the lease had moved on')
const vaultUnreadable = counter(
  'balcao_whatsapp_vault_unreadable_total',
  'Data keys and rows of the vault that no configured key opens',
)

interface SessionStats {
  connectionId: number
  state: string
  ageMs: number
  lag: number
  unanswered: number
}

/* Supervisors of this process: one in a pod, several in a test. */
const watched = new Map<object, () => SessionStats[]>()
/* A scraper keeps the last value of a session that has ended, so ended sessions are reported as 0. */
const seen = new Set<number>()

const STATES = ['gone', 'opening', 'qrcode', 'connected', 'ending']

const listSessions = () => [...watched.values()].flatMap((read) => read())

/* The label is the connection's id; no name and no number. */
function watch(name: string, help: string, value: (stats: SessionStats) => number): void {
  gauge(name, help).observe(function* () {
    const running = new Map(listSessions().map((stats) => [stats.connectionId, stats]))
    for (const connection of running.keys()) seen.add(connection)
    for (const connection of seen) {
      const stats = running.get(connection)
      yield { value: stats ? value(stats) : 0, labels: { connection } }
    }
  })
}

watch(
  'balcao_whatsapp_session_state',
  `State of each session: ${STATES.map((state, index) => `${index} ${state}`).join(', ')}`,
  ({ state }) => STATES.indexOf(state),
)
watch('balcao_whatsapp_session_age_seconds', 'Age of each session', ({ ageMs }) => ageMs / 1_000)
watch('balcao_whatsapp_session_lag', 'Messages of each session that are not recorded yet', ({ lag }) => lag)
watch(
  'balcao_whatsapp_session_unanswered',
  'Frames of each session that the network has not answered',
  ({ unanswered }) => unanswered,
)

gauge('balcao_whatsapp_sessions', 'Sessions of this process, by state').observe(() => {
  if (watched.size === 0) return []
  const states = listSessions().map(({ state }) => state)
  return STATES.slice(1).map((state) => ({
    value: states.filter((other) => other === state).length,
    labels: { state },
  }))
})

const wanted = new Map<object, () => number>()

gauge(
  'balcao_whatsapp_sessions_wanted',
  'Connections that shall have a session, in the whole installation, as this process last saw it',
).observe(() => {
  const counts = [...wanted.values()].map((read) => read())
  return counts.length > 0 ? [{ value: Math.max(...counts) }] : []
})

const storeFull = counter(
  'balcao_whatsapp_media_store_full_total',
  'Attempts to store a received file that the media store had no space for',
)

interface SessionRef {
  companyId: number
  connectionId: number
}

/** Business facts of the gateway: counter and log line together. */
export const signals = {
  versionRenewed: (version: string) => sessionsLog.info({ version }, 'WhatsApp Web has a newer version'),
  versionUnknown: (error: AppError) =>
    sessionsLog.warn({ err: error }, 'the version of WhatsApp Web could not be read'),
  watchSessions: (holder: object, read: () => SessionStats[], readWanted: () => number) => {
    watched.set(holder, read)
    wanted.set(holder, readWanted)
  },
  unwatchSessions: (holder: object) => {
    watched.delete(holder)
    wanted.delete(holder)
  },
  /** Runs the work of a callback in a new trace. */
  withTrace: <T>(what: string, work: () => Promise<T>): Promise<T> => newTrace(`phone ${what}`, work),
  sessionConnected: (session: SessionRef & { epoch: number }) => {
    sessionOpens.add()
    sessionsLog.info(session, 'session connected')
  },
  sessionEnded: (session: SessionRef & { reason: string; retries: number }) => {
    sessionEnds.add(1, { reason: session.reason })
    sessionsLog.info(session, 'session ended')
  },
  sessionFailed: (session: SessionRef, error: unknown) => {
    sessionEnds.add(1, { reason: 'error' })
    sessionsLog.error({ ...session, err: error }, 'session failed')
  },
  sessionTroubled: (session: SessionRef & { kind: string }) => {
    sessionTroubles.add(1, { kind: session.kind })
    sessionsLog.warn(session, 'the session goes on with a trouble')
  },
  leaseLost: (session: SessionRef) => {
    fenced.add()
    sessionsLog.warn(session, 'the session belongs to another process now')
  },
  sessionHandedOver: (session: SessionRef, ms: number) => {
    handOvers.record(ms)
    sessionsLog.info(session, 'session handed over to another process')
  },
  processEnded: (owner: string) => {
    processesEnded.add(1)
    sessionsLog.warn({ owner }, 'another process has ended without a word; its sessions are free')
  },
  nudgeNotPassed: (error: unknown) =>
    sessionsLog.debug({ err: error }, 'another process could not be nudged; it looks by itself'),
  supervisorFailed: (error: unknown) => sessionsLog.error({ err: error }, 'the supervisor could not look'),
  noDriver: (session: SessionRef & { provider: string }) =>
    sessionsLog.warn(
      { ...session, driver: session.provider, code: 'ERR_WAPP_NOT_INITIALIZED' },
      'no driver for this connection',
    ),
  messageRecorded: (message: SessionRef & { kind: string }) => {
    inbound.add(1, { outcome: 'recorded' })
    inboundLog.debug(message, 'message recorded')
  },
  messageRepeated: (message: SessionRef) => {
    inbound.add(1, { outcome: 'repeated' })
    inboundLog.debug(message, 'message was known')
  },
  revisionUnknown: (session: SessionRef) => {
    inbound.add(1, { outcome: 'unknown-revision' })
    inboundLog.info(session, 'a change of a message that its writer never sent here')
  },
  numberMoved: (session: SessionRef) => sessionsLog.info(session, 'the number moved to the official API'),
  conversationMoved: (move: SessionRef & { kind: string }) => {
    conversationMoves.add(1, { kind: move.kind })
    inboundLog.info(move, 'the network linked a number and a privacy id')
  },
  settingsUnavailable: (companyId: number, setting: string) =>
    sessionsLog.warn({ companyId, setting }, 'auth did not answer what a setting is'),
  linkPreviewed: (companyId: number) => {
    linkPreviews.add(1, { outcome: 'made' })
    outboundLog.debug({ companyId }, 'a link has a preview')
  },
  /** Without the error: it may name the address. */
  linkNotPreviewed: (companyId: number, code: string) => {
    linkPreviews.add(1, { outcome: 'none' })
    outboundLog.info({ companyId, code }, 'a link could not be previewed, the message goes without')
  },
  deliveryReported: (report: { companyId: number; id: string }) => {
    deliveryReports.add(1, { outcome: 'posted' })
    outboundLog.debug({ companyId: report.companyId, id: report.id }, 'a webhook took a delivery report')
  },
  /** Without the URL: it may have a secret of the company. */
  deliveryReportFailed: (report: { companyId: number; id: string }, reason: string, isOver: boolean) => {
    deliveryReports.add(1, { outcome: isOver ? 'given-up' : 'failed' })
    const fields = { companyId: report.companyId, id: report.id, reason }
    if (isOver) outboundLog.warn(fields, 'a delivery report was given up')
    else outboundLog.info(fields, 'a delivery report is sent again later')
  },
  mediaStoreFull: (session: SessionRef) => {
    storeFull.add(1)
    inboundLog.warn(session, 'the media store has no space: a file waits, and is fetched again until it has')
  },
  mediaWaits: (session: SessionRef, code: string) =>
    inboundLog.warn(
      { ...session, code },
      'a file cannot be stored at present: it waits, and is fetched again',
    ),
  /** Without the error: it may have the file's address. */
  mediaNotFetched: (session: SessionRef) => inboundLog.info(session, 'a file could not be fetched'),
  phoneAsked: (asked: SessionRef & { messages: number }) => {
    inbound.add(asked.messages, { outcome: 'asked-phone' })
    inboundLog.info(asked, 'our phone was asked for messages without content')
  },
  phoneNotAsked: (session: SessionRef, error: unknown) =>
    inboundLog.warn({ ...session, err: error }, 'our phone could not be asked for messages'),
  placeholderFilled: (message: SessionRef & { kind: string }) => {
    inbound.add(1, { outcome: 'filled' })
    inboundLog.debug(message, 'a message has its content now')
  },
  placeholderUnknown: (session: SessionRef) => {
    inbound.add(1, { outcome: 'unknown-content' })
    inboundLog.debug(session, 'a content that no message waits for')
  },
  mediaTooLarge: (message: SessionRef) => inboundLog.warn(message, 'media too large, recorded without it'),
  outboundMoved: (message: SessionRef & { state: string; id: number }) => {
    outbound.add(1, { state: message.state })
    outboundLog.debug(message, 'outbound moved')
  },
  typingNotPassed: (session: SessionRef, error: unknown) =>
    outboundLog.debug({ ...session, err: error }, 'the customer was not shown that an agent writes'),
  lanesPaused: (session: SessionRef & { strikes: number }) =>
    outboundLog.warn(session, 'the number is restricted: campaigns and new chats wait'),
  accepted: (ms: number) => acceptance.record(ms),
  sendFailed: (message: SessionRef & { id: number }, error: unknown) =>
    outboundLog.warn({ ...message, err: error }, 'the frame did not leave'),
  queuesUnknown: (error: unknown) => connectionsLog.warn({ err: error }, 'queue names could not be had'),
  vaultUnreadable: (row: { companyId: number; version: number }, error: unknown) => {
    vaultUnreadable.add()
    vaultLog.error({ ...row, err: error }, 'secrets of sessions cannot be read; they are left as they are')
  },
  vaultKeyMoved: (key: { companyId: number; version: number; kind: 'rewrapped' | 'rotated' | 'dropped' }) =>
    vaultLog.info(key, 'data key moved'),
  networkEventsStored: (count: number) => networkEvents.add(count, { kind: 'any', outcome: 'stored' }),
  networkEventsUnknown: (count: number) => {
    networkEvents.add(count, { kind: 'any', outcome: 'unknown-number' })
    inboundLog.warn({ count }, 'the webhook was told of numbers that no connection has')
  },
  networkEventProcessed: ({ kind }: { kind: string }) => networkEvents.add(1, { kind, outcome: 'processed' }),
  oldRowsDeleted: (table: string, rows: number) => oldRows.add(rows, { table }),
  oldRowsGone: (table: string, rows: number) => outboundLog.info({ table, rows }, 'old rows deleted'),
  requestLate: (request: { companyId: number; connectionId: number; id: string; what: string }) => {
    lateRequests.add(1, { what: request.what })
    outboundLog.warn(request, 'request refused: it was written weeks ago')
  },
  networkEventFailed: (
    { id, companyId, connectionId, kind, tries }: SessionRef & { id: string; kind: string; tries: number },
    error: unknown,
    isOver: boolean,
  ) => {
    networkEvents.add(1, { kind, outcome: isOver ? 'parked' : 'failed' })
    inboundLog.warn(
      { id, companyId, connectionId, kind, tries, err: error },
      isOver ? 'an event of the network was parked' : 'an event of the network is tried again',
    )
  },
  templatesNotRead: (session: SessionRef, error: unknown) =>
    connectionsLog.warn({ ...session, err: error }, 'the templates of the account could not be read'),
  eventWorkerFailed: (error: unknown) =>
    inboundLog.error({ err: error }, 'events of the network could not be processed'),
}

export type Signals = typeof signals
