import { follows, isArchivedName, listOlder, listSegments, segmentNumber } from './wal-names'

describe('names of WAL', () => {
  it.each([
    ['000000010000000000000001', true],
    ['000000010000000000000001.partial', true],
    ['000000010000000000000001.00000028.backup', true],
    ['00000002.history', true],
    ['.part', false],
    ['notes.json', false],
    ['000000010000000000000001.gz', false],
    ['../etc/passwd', false],
  ])('%s is archived: %s', (name, expected) => {
    expect(isArchivedName(name)).toBe(expected)
  })

  it.each([
    ['000000010000000000000002', '000000010000000000000001', true],
    ['000000010000000100000000', '0000000100000000000000FF', true],
    // Archived again after a crash.
    ['000000010000000000000002', '000000010000000000000002', true],
    // A timeline begins within the segment at which it left the other one, or with the next.
    ['000000020000000000000002', '000000010000000000000002', true],
    ['000000020000000000000003', '000000010000000000000002', true],
    ['000000010000000000000003', '000000010000000000000001', false],
    ['000000010000000000000001', '000000010000000000000002', false],
    ['000000010000000000000001', '00000002.history', false],
  ])('%s follows %s: %s', (later, earlier, expected) => {
    expect(follows(later, earlier)).toBe(expected)
  })

  it('count segments within their timeline', () => {
    expect(segmentNumber('00000003000000010000000A')).toBe(266n)
    expect(segmentNumber('00000003.history')).toBeUndefined()
  })

  it('are named from one to another', () => {
    expect(listSegments('0000000200000000000000FE', '000000020000000100000001')).toEqual([
      '0000000200000000000000FE',
      '0000000200000000000000FF',
      '000000020000000100000000',
      '000000020000000100000001',
    ])
    expect(listSegments('000000010000000000000003', '000000010000000000000003')).toHaveLength(1)
  })

  it('are older than what a recovery reads', () => {
    const names = [
      '000000010000000000000003',
      '000000010000000000000004.00000028.backup',
      '000000010000000000000005',
      '000000020000000000000006',
      '00000002.history',
    ]
    expect(listOlder(names, '000000010000000000000005')).toEqual(names.slice(0, 2))
    expect(listOlder(names, '000000020000000000000006')).toEqual(names.slice(0, 3))
  })
})
