import type { UserFacingSocketConfig } from '@whiskeysockets/baileys'

import { baileysSignals } from './baileys-signals'

type Logger = NonNullable<UserFacingSocketConfig['logger']>

/** Logged at each try to upload one-time pre-keys; there are four (Socket/socket.js, uploadPreKeys, 7.0.0-rc14). */
export const PRE_KEYS_REFUSED = 'Failed to upload pre-keys to server'
/**
 * The `passive` query failed, so the server delivers nothing, but the
 * library reports the socket as open (Socket/socket.js, CB:success).
 */
export const NOT_ACTIVE = 'failed to send initial passive iq'

/*
 * Sentences of the library's log that may be logged here, compared word for word. Its lines have keys, numbers and
 * message bodies in their fields and in some sentences, so everything else is dropped.
 */
const LOGGED_MESSAGES = new Set([
  'Connection Closed',
  'error in handling message',
  'error in validating connection',
  'failed to ack message after error',
  'failed to ack receipt',
  'failed to decrypt message',
  NOT_ACTIVE,
  'failed to run digest after login',
  PRE_KEYS_REFUSED,
  'Failed to check/upload pre-keys during initialization',
  'Failed to send retry',
  'stream errored out',
  'transaction failed, rolling back',
  'error in sending message again',
  'error in sending keep alive',
  'timed out waiting for message',
])

/**
 * The library's logger: drops all fields, and all sentences that are not listed.
 * @param heard called with each listed sentence: some failures of the library show in its log only.
 */
export function baileysLogger(
  session: { companyId: number; connectionId: number },
  heard: (sentence: string) => void,
): Logger {
  const logListed = (_fields: unknown, sentence?: string) => {
    if (sentence === undefined || !LOGGED_MESSAGES.has(sentence)) return
    baileysSignals.libraryWarned({ ...session, said: sentence })
    heard(sentence)
  }
  const ignore = () => undefined
  const logger: Logger = {
    level: 'warn',
    child: () => logger,
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: logListed,
    error: logListed,
  }
  return logger
}
