import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8')

const readTokens = (selector: string): Map<string, string> => {
  const from = css.indexOf(`${selector} {`)
  const block = css.slice(from, css.indexOf('\n}', from))
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

const computeLuminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const computeContrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [computeLuminance(one), computeLuminance(other)].sort(
    (left, right) => left - right,
  )
  return (high + 0.05) / (low + 0.05)
}

const light = readTokens(':root')
const dark = new Map([...light, ...readTokens("[data-theme='dark']")])

const texts = [
  ...['canvas', 'surface', 'raised', 'sunken', 'chat', 'tint'].flatMap((plane) => [
    ['ink', plane],
    ['ink2', plane],
  ]),
  ...['canvas', 'surface', 'raised', 'sunken', 'chat'].map((plane) => ['ink3', plane]),
  ...['canvas', 'surface', 'raised', 'tint'].map((plane) => ['primary', plane]),
  ['on-primary', 'primary'],
  ['on-red', 'red'],
  ['on-mint', 'mint'],
  ['ink', 'bubble-me'],
  ['ink2', 'bubble-me'],
  ['ack-read', 'bubble-me'],
  ['ink', 'bubble-them'],
  ['ink2', 'bubble-them'],
  ['amber', 'amber-bg'],
  ['red', 'red-bg'],
  ['green', 'green-bg'],
  ['blue', 'blue-bg'],
  ['amber', 'surface'],
  ['red', 'surface'],
  ['green', 'surface'],
  ['blue', 'surface'],
  ['rail-ink', 'rail'],
  ['rail-ink', 'rail-active'],
] as [string, string][]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_name, tokens) => {
  const hex = (token: string) => tokens.get(token) ?? '#000000'

  it.each(texts)('%s on %s reads: at least 4.5 to 1', (ink, plane) => {
    expect(computeContrast(hex(ink), hex(plane))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['surface', 'canvas'])(
    'draws borders of controls that can be seen on %s: at least 3 to 1',
    (plane) => {
      expect(computeContrast(hex('line-strong'), hex(plane))).toBeGreaterThanOrEqual(3)
    },
  )
})

describe('both themes', () => {
  it('have the same tokens that change', () => {
    const changing = [...readTokens("[data-theme='dark']").keys()]
    expect(changing.filter((name) => !light.has(name))).toEqual([])
  })
})

it('style sheets take colours from the tokens, not from the component library', () => {
  const source = join(__dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const sheets = files.filter((file) => file.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(20)
  expect(sheets.filter((sheet) => readFileSync(join(source, sheet), 'utf8').includes('--mui-'))).toEqual([])
})
