import { viewerStates, type ViewerEvent } from '@balcao/contracts'

/* Told over the socket as it happens, beside the feed. */

const listeners = new Set<(event: ViewerEvent) => void>()

const isViewerEvent = (payload: unknown): payload is ViewerEvent =>
  typeof payload === 'object' &&
  payload !== null &&
  'ticketId' in payload &&
  'viewer' in payload &&
  'user' in payload &&
  'state' in payload &&
  viewerStates.some((state) => state === payload.state)

export const onViewer = (listener: (event: ViewerEvent) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const hearViewer = (payload: unknown): void => {
  if (isViewerEvent(payload)) for (const listener of listeners) listener(payload)
}
