import type { SocketConfig } from '@whiskeysockets/baileys'

const nothing = (): void => undefined

/** The phones' protocol code has nothing to say to a test's reader. */
export const silentLogger: SocketConfig['logger'] = {
  level: 'silent',
  child: () => silentLogger,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
}
