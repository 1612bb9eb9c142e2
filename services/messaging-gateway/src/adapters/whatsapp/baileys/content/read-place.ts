import type { proto } from '@whiskeysockets/baileys'

import type { Location } from '../../../../features/whatsapp-driver'
import { nothing, words, type Reading } from './content'
import { saneLine } from './sane-values'

const within = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit

/** A location, or undefined when the coordinates are invalid. */
export function placeAt(
  point: { degreesLatitude?: number | null; degreesLongitude?: number | null },
  name: string,
  address: string,
): Location | undefined {
  const { degreesLatitude: latitude, degreesLongitude: longitude } = point
  return within(latitude, 90) && within(longitude, 180) ? { latitude, longitude, name, address } : undefined
}

const LIVE = 'Localização em tempo real'

/* The desk shows a location's name and address, and no body. */
function readPoint(point: Parameters<typeof placeAt>[0], name: string, address: string): Reading {
  const location = placeAt(point, name, address)
  if (!location) return words(name, address)
  return { as: 'said', kind: 'locationMessage', body: '', location }
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ')

export function readLocation(place: proto.Message.ILocationMessage): Reading {
  const name = saneLine(place.name)
  const details = joined(saneLine(place.address), saneLine(place.comment))
  return place.isLive ? readPoint(place, LIVE, joined(name, details)) : readPoint(place, name, details)
}

/** The position at the start of live sharing. Later positions are not followed. */
export function readLiveLocation(place: proto.Message.ILiveLocationMessage): Reading {
  if (within(place.timeOffset, Number.MAX_SAFE_INTEGER) && place.timeOffset > 0) return nothing
  return readPoint(place, LIVE, saneLine(place.caption))
}
