import { judgeArchive, type ArchiveReading } from './archive-check'

const now = new Date('2026-11-28T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

it.each<[ArchiveReading, string, string]>([
  [{ archivedAt: ago(1), baseAt: ago(600), failure: undefined }, 'ok', '1 minutes ago'],
  [{ archivedAt: ago(6), baseAt: ago(600), failure: undefined }, 'problem', '6 minutes ago'],
  [{ archivedAt: ago(1), baseAt: ago(600), failure: 'no room' }, 'problem', 'no room'],
  [{ archivedAt: ago(1), baseAt: undefined, failure: undefined }, 'warning', 'no base backup'],
  [{ archivedAt: undefined, baseAt: undefined, failure: undefined }, 'warning', 'no base backup'],
])('a continuous backup like %j is: %s', (reading, status, text) => {
  expect(judgeArchive(reading, now)).toMatchObject({
    status,
    message: expect.stringContaining(text) as unknown,
  })
})
