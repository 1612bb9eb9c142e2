import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(__dirname, '../../..')
const DOCUMENT = 'SPECIFICATION.md'

/* What is not built yet has no test. */
const [built = ''] = readFileSync(path.join(ROOT, DOCUMENT), 'utf8').split('\n# Open\n')
const lines = built.split('\n')

interface NamedTest {
  file: string
  /* A part of a test's title; absent where the whole file is meant. */
  title: string | undefined
}

/* `path` or `path` “part of a title” after the last dash of a line. */
const readTests = (line: string): NamedTest[] =>
  [...(line.split(' — ').at(-1) ?? '').matchAll(/`([^`]+\.test\.tsx?)`(?: “([^”]+)”)?/g)].map(
    ([, file = '', title]) => ({ file, title }),
  )

/* Heading and line number name a statement in the report. */
const statements = lines.flatMap((line, index) =>
  line.startsWith('- ')
    ? [{ at: `${DOCUMENT}:${index + 1} ${line.slice(2, 80)}`, tests: readTests(line) }]
    : [],
)

const texts = new Map<string, string>()

function readTest(file: string): string {
  const known = texts.get(file)
  if (known !== undefined) return known
  const absolute = path.join(ROOT, file)
  const text = existsSync(absolute) ? readFileSync(absolute, 'utf8') : ''
  texts.set(file, text)
  return text
}

const isThere = ({ file, title }: NamedTest): boolean => {
  const text = readTest(file)
  return text !== '' && (title === undefined || text.includes(title))
}

describe('the specification', () => {
  it('has statements', () => {
    expect(statements.length).toBeGreaterThan(100)
  })

  it('names a test for every statement', () => {
    expect(statements.filter(({ tests }) => tests.length === 0).map(({ at }) => at)).toEqual([])
  })

  it('names tests that are there', () => {
    const lost = statements.flatMap(({ at, tests }) =>
      tests.filter((test) => !isThere(test)).map(({ file, title }) => `${at}: ${file} “${title ?? ''}”`),
    )
    expect(lost).toEqual([])
  })
})
