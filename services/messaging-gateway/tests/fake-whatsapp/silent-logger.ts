import type { SocketConfig } from '@whiskeysockets/baileys'

const nothing = (): void => undefined

/** Drops the log of the phones' protocol library. */
export const silentLogger: SocketConfig['logger'] = {
  level: 'silent',
  child: () => silentLogger,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
}
