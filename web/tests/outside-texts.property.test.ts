import { foldText } from '@balcao/contracts'
import fc from 'fast-check'

import { splitSignature } from '../src/features/conversation/composer/signature'
import { isEmojiOnly, splitLongText } from '../src/features/conversation/thread/long-text'
import { splitFound } from '../src/lib/find-words'
import { formatPhone, isPhone } from '../src/lib/format-phone'
import { formatInitials } from '../src/lib/initials'
import { formatPlainText } from '../src/lib/parse-marks'

/* A parser that takes steps by the square of this length does not end within a test's timeout. */
const LENGTH = 500_000

const PARTS = [
  ...Array.from('.,;:!?)(][*_~`\'"<>@/-+1a \n\r\u2028\u00a0\u0301é😀\u202e\u0000'),
  ...['```', '```a', 'www.', 'www.a', 'http://', 'https://a.b/)', '*a', '*a ', '_*', '\u0301\u0323', '😀 '],
]

const hostileTexts = fc
  .record({
    prefix: fc.constantFrom('', 'a', 'https://a.example/', 'www.', '*', '```', '*Ana', '+55'),
    part: fc.constantFrom(...PARTS),
    suffix: fc.constantFrom('', 'x', ' ', '\n', '!', '*'),
  })
  .map(({ prefix, part, suffix }) => prefix + part.repeat(Math.ceil(LENGTH / part.length)) + suffix)

describe('a text from outside', () => {
  it.each<[string, (text: string) => unknown]>([
    ['a message with marks', formatPlainText],
    // As long as a text with marks may be.
    ['a text with marks, cut', (text) => formatPlainText(text.slice(0, 9_999))],
    ['a long text', (text) => splitLongText(text, false)],
    ['emojis', isEmojiOnly],
    ['a signed text', splitSignature],
    ['a text to be searched', (text) => splitFound(text, 'ana')],
    ['a search', foldText],
    ['a name', formatInitials],
    ['a number', (text) => [isPhone(text), formatPhone(text)]],
  ])('is read as %s in steps that grow with its length', (_name, parse) =>
    fc.assert(
      fc.property(hostileTexts, (text) => void parse(text)),
      { numRuns: 40, endOnFailure: true },
    ),
  )
})
