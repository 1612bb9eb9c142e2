import { number, object, text, type Check } from '../fields'

/** messages/location-messages (2025-11-04): degrees as numbers or strings. */
export const checkLocation: Check = object(
  {
    latitude: number({ min: -90, max: 90 }),
    longitude: number({ min: -180, max: 180 }),
    name: text({ max: 1_000 }),
    address: text({ max: 1_000 }),
  },
  ['latitude', 'longitude'],
)
