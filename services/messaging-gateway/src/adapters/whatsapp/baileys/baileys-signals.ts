import { counter, createLogger } from '@balcao/platform'

export const baileysLog = createLogger('messaging-gateway.baileys')

const reconnects = counter('balcao_whatsapp_reconnects_total', 'Sockets opened to WhatsApp')
const undecryptable = counter('balcao_whatsapp_undecryptable_total', 'Messages that could not be decrypted')
const unavailable = counter(
  'balcao_whatsapp_unavailable_total',
  'Messages that came without their content, by whether our phone may be asked for it',
)
const redelivered = counter(
  'balcao_whatsapp_redelivered_total',
  'Ciphertexts that came again and were answered from the journal',
)
const dropped = counter(
  'balcao_whatsapp_console_dropped_total',
  'Console lines of the protocol library, dropped',
)
const malformed = counter(
  'balcao_whatsapp_malformed_total',
  'Frames that the protocol library could not handle',
)
const refused = counter(
  'balcao_whatsapp_sender_refused_total',
  'Contents that their sender had no right to send',
)

interface SessionRef {
  companyId: number
  connectionId: number
}

/* Callers may pass an object with more fields than the log may have. */
const ref = ({ companyId, connectionId }: SessionRef) => ({ companyId, connectionId })

/** Events of real phones' sessions: counter and log line together. Never logs a number, a name or a message body. */
export const baileysSignals = {
  socketOpened: (session: SessionRef & { epoch: number }) => {
    reconnects.add()
    baileysLog.debug({ ...ref(session), epoch: session.epoch }, 'socket opened')
  },
  socketClosed: (session: SessionRef & { reason: string; statusCode: number }) =>
    baileysLog.info(
      { ...ref(session), reason: session.reason, statusCode: session.statusCode },
      'socket closed',
    ),
  undecryptable: (session: SessionRef & { type: string }) => {
    undecryptable.add(1, { type: session.type })
    baileysLog.warn(ref(session), 'a message could not be decrypted, its sender gets a retry receipt')
  },
  unavailable: (session: SessionRef & { kind: string }) => {
    unavailable.add(1, { kind: session.kind })
    baileysLog.info(ref(session), 'a message came without its content')
  },
  redelivered: (session: SessionRef) => {
    redelivered.add()
    baileysLog.debug(ref(session), 'a redelivery was answered from the journal')
  },
  historyGivenUp: (session: SessionRef, error: unknown) =>
    baileysLog.warn({ ...ref(session), err: error }, 'a part of the phone’s history could not be read'),
  settingsNotSynced: (session: SessionRef, error: unknown) =>
    baileysLog.warn({ ...ref(session), err: error }, 'the account’s settings could not be synchronised'),
  groupUnknown: (session: SessionRef, error: unknown) =>
    baileysLog.debug({ ...ref(session), err: error }, 'a group could not be asked for'),
  presenceNotShown: (session: SessionRef, error: unknown) =>
    baileysLog.debug({ ...ref(session), err: error }, 'presence or typing could not be shown'),
  lidNotRefreshed: (session: SessionRef, error: unknown) =>
    baileysLog.warn({ ...ref(session), err: error }, 'a LID that is out of date could not be asked for yet'),
  missedDevices: (session: SessionRef, error: unknown) =>
    baileysLog.warn(
      { ...ref(session), err: error },
      'devices that a message was not for could not be reached',
    ),
  limitsUnknown: (session: SessionRef, error: unknown) =>
    baileysLog.debug({ ...ref(session), err: error }, 'the account’s limits could not be learned'),
  timeLockUnknown: (session: SessionRef, error: unknown) =>
    baileysLog.warn({ ...ref(session), err: error }, 'the account’s time lock could not be asked for'),
  notRecorded: (session: SessionRef, error: unknown) =>
    baileysLog.warn({ ...ref(session), err: error }, 'a message could not be recorded yet'),
  shut: (session: SessionRef & { why: string }) =>
    baileysLog.warn(ref(session), `the socket was ended by this process: ${session.why}`),
  malformed: (session: SessionRef) => {
    malformed.add()
    baileysLog.warn(ref(session), 'a frame could not be handled')
  },
  senderRefused: (session: SessionRef & { why: string }) => {
    refused.add(1, { why: session.why })
    baileysLog.warn(ref(session), `content refused: ${session.why}`)
  },
  resendRefused: (session: SessionRef) => {
    refused.add(1, { why: 'message of another chat' })
    baileysLog.warn(ref(session), 'a retry receipt named a message of another chat')
  },
  consoleDropped: () => dropped.add(),
  libraryWarned: (session: SessionRef & { said: string }) =>
    baileysLog.debug(ref(session), `the library: ${session.said}`),
}
