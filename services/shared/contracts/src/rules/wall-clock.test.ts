import { toInstant, toWallClock } from './wall-clock'

const at = (iso: string) => new Date(iso)

describe('the wall clock of a zone', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-22T12:00:00.250Z', '2026-11-22T09:00:00.250Z'],
    ['America/Manaus', '2026-01-01T02:30:00Z', '2025-12-31T22:30:00Z'],
    ['Europe/Lisbon', '2026-07-01T12:00:00Z', '2026-07-01T13:00:00Z'],
    ['Asia/Kathmandu', '2026-07-01T00:00:00Z', '2026-07-01T05:45:00Z'],
  ])('of %s at %s shows %s', (zone, instant, wall) => {
    expect(toWallClock(zone, at(instant))).toEqual(at(wall))
    expect(toInstant(zone, at(wall))).toEqual(at(instant))
  })

  it.each([
    ['skipped: as much later', '2026-03-29T01:30:00Z', '2026-03-29T01:30:00Z'],
    ['the first of two', '2026-10-25T01:30:00Z', '2026-10-25T00:30:00Z'],
    ['before the change', '2026-03-29T00:59:00Z', '2026-03-29T00:59:00Z'],
    ['after the change', '2026-03-29T02:00:00Z', '2026-03-29T01:00:00Z'],
    ['after both', '2026-10-25T02:00:00Z', '2026-10-25T02:00:00Z'],
  ])('of Lisbon, %s', (_what, wall, instant) =>
    expect(toInstant('Europe/Lisbon', at(wall))).toEqual(at(instant)),
  )
})
