import type { UserFacingSocketConfig } from '@whiskeysockets/baileys'

import { baileysSignals } from './baileys-signals'

type Logger = NonNullable<UserFacingSocketConfig['logger']>

/** Said of each try to upload one-time pre-keys; there are four (Socket/socket.js, uploadPreKeys, 7.0.0-rc14). */
export const PRE_KEYS_REFUSED = 'Failed to upload pre-keys to server'
/** The server was not told to deliver, and the library calls the line open (Socket/socket.js, CB:success). */
export const NOT_ACTIVE = 'failed to send initial passive iq'

/*
 * What of the library's log may be repeated: fixed sentences, word for word. Its lines carry keys, numbers and message
 * bodies in their fields and some of its sentences, so everything else is dropped.
 */
const SAYABLE = new Set([
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
 * The library's logger: nothing of its fields gets through, of its sentences only the known ones.
 * @param heard told of those: some failures the library tells to nobody else.
 */
export function baileysLogger(
  session: { companyId: number; connectionId: number },
  heard: (sentence: string) => void,
): Logger {
  const say = (_fields: unknown, sentence?: string) => {
    if (sentence === undefined || !SAYABLE.has(sentence)) return
    baileysSignals.libraryWarned({ ...session, said: sentence })
    heard(sentence)
  }
  const nothing = () => undefined
  const logger: Logger = {
    level: 'warn',
    child: () => logger,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: say,
    error: say,
  }
  return logger
}
