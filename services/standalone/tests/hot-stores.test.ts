import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const services = path.join(__dirname, '../..')
const guide = readFileSync(path.join(services, '../STYLE_GUIDE.md'), 'utf8')

/** Of the table of hot stores: service, and names of files, which may end in `*`. */
const listed = guide
  .slice(guide.indexOf('**Hot stores**'), guide.indexOf('**Time, chance, env**'))
  .split('\n')
  .flatMap((line) => {
    const [, service = '', stores = ''] = line.split('|').map((cell) => cell.trim())
    return [...stores.matchAll(/`(pg-[\w*-]+)`/g)].map(([, name]) => ({ service, name: name! }))
  })

const folderOf = (service: string) => path.join(services, service, 'src/adapters/postgres')

/* `repositoryOf` beside SQL: only what a builder does not have, or what is hot in a table that is edited, too. */
const isSqlAlone = (text: string): boolean =>
  /\b(?:sql`|(?:query|execute)\w*[<(])/.test(text) && !text.includes('repositoryOf')

const found = readdirSync(services)
  .filter((service) => existsSync(folderOf(service)))
  .flatMap((service) =>
    readdirSync(folderOf(service))
      .filter((file) => file.startsWith('pg-'))
      .filter((file) => isSqlAlone(readFileSync(path.join(folderOf(service), file), 'utf8')))
      .map((file) => ({ service, name: path.basename(file, '.ts') })),
  )

type Store = (typeof found)[number]

const matches = (row: Store, store: Store): boolean =>
  row.service === store.service &&
  (row.name.endsWith('*') ? store.name.startsWith(row.name.slice(0, -1)) : store.name === row.name)

describe('the table of hot stores in the style guide', () => {
  it('has every store that uses no repository', () => {
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter((store) => !listed.some((row) => matches(row, store)))).toEqual([])
  })

  it('has no others', () => {
    expect(listed.filter((row) => !found.some((store) => matches(row, store)))).toEqual([])
  })
})
