import type { ConnectionId } from '@balcao/contracts'

const PREFIX = 'api:'

/** The client key under which tickets knows a send of the API. */
export const buildClientKey = (connectionId: ConnectionId, sendKey: string): string =>
  `${PREFIX}${connectionId}:${sendKey}`

/** Whether tickets' request is of a send of the API. */
export const isApiSend = (clientKey: string): boolean => clientKey.startsWith(PREFIX)
