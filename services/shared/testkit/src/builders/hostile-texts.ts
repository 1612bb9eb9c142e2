import fc from 'fast-check'

/* A parser that takes steps by the square of this length does not end within a test's timeout. */
const LENGTH = 500_000

const PARTS = [
  ...Array.from('.,;:!?)(][}{*_~`\'"<>@#&/\\=+-|$^%0a A\n\r\t\u2028\u00a0\u0301é😀\u202e\u0000'),
  ...[
    '```',
    '{{',
    '{{a',
    'www.',
    'http://',
    '\r\n ',
    'BEGIN:VCARD',
    'BEGIN:VCARD\n',
    'FN\u2028',
    'item1',
    'TEL',
  ],
  // Marks in the wrong order.
  ...['\u0301\u0323'],
  ...['<a ', '<!--', '&#x', 'a@', '@a', 'a.', '--', '/a'],
]

/**
 * Texts of a beginning that a parser looks for, a long run of the same part and an end that disappoints it: what makes an
 * expression start again at each place of the run.
 */
export const hostileTexts = (prefixes: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({
      prefix: fc.constantFrom('', ...prefixes),
      part: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...PARTS, ...prefixes.filter(Boolean)) },
        { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 3, unit: 'binary' }) },
      ),
      suffix: fc.constantFrom('', 'x', ' ', '\n', '!', '\u0000', 'ß'),
    })
    .map(({ prefix, part, suffix }) => prefix + part.repeat(Math.ceil(LENGTH / part.length)) + suffix)

/** Calls the parser with forty of these texts, others in each run; it may refuse them. Ends within the test's timeout where its steps grow with the text. */
export const parseHostileTexts = (parse: (text: string) => unknown, prefixes: readonly string[] = []): void =>
  fc.assert(
    fc.property(hostileTexts(prefixes), (text) => void parse(text)),
    // A failing text is long: its shorter forms explain no more.
    { numRuns: 40, endOnFailure: true },
  )
