import type { proto } from '@whiskeysockets/baileys'

import type { Location } from '../../../../features/whatsapp-driver'
import { nothing, toText, type Reading } from './content'
import { sanitizeLine } from './sanitize-values'

const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit

/** A location, or undefined when the coordinates are invalid. */
export function parseLocation(
  point: { degreesLatitude?: number | null; degreesLongitude?: number | null },
  name: string,
  address: string,
): Location | undefined {
  const { degreesLatitude: latitude, degreesLongitude: longitude } = point
  return isWithin(latitude, 90) && isWithin(longitude, 180)
    ? { latitude, longitude, name, address }
    : undefined
}

const LIVE = 'Localização em tempo real'

/* The desk shows a location's name and address, and no body. */
function readPoint(point: Parameters<typeof parseLocation>[0], name: string, address: string): Reading {
  const location = parseLocation(point, name, address)
  if (!location) return toText(name, address)
  return { as: 'content', kind: 'locationMessage', body: '', location }
}

const joinNonEmpty = (...parts: string[]) => parts.filter(Boolean).join(' · ')

export function readLocation(location: proto.Message.ILocationMessage): Reading {
  const name = sanitizeLine(location.name)
  const details = joinNonEmpty(sanitizeLine(location.address), sanitizeLine(location.comment))
  return location.isLive
    ? readPoint(location, LIVE, joinNonEmpty(name, details))
    : readPoint(location, name, details)
}

/** The position at the start of live sharing. Later positions are not followed. */
export function readLiveLocation(location: proto.Message.ILiveLocationMessage): Reading {
  if (isWithin(location.timeOffset, Number.MAX_SAFE_INTEGER) && location.timeOffset > 0) return nothing
  return readPoint(location, LIVE, sanitizeLine(location.caption))
}
