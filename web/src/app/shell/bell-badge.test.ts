import { formatBadge } from './bell-badge'

it.each([
  [0, false, undefined],
  [0, true, undefined],
  [7, false, 7],
  [40, true, '40+'],
])('%d that ring, more to come %s: %s', (count, more, shown) => expect(formatBadge(count, more)).toBe(shown))
