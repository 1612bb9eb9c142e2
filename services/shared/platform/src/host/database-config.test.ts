import { defineConfig, readConfigs } from '../config'
import { buildDatabaseSettings, databaseFields } from './database-config'

const database = defineConfig({
  title: 'a test',
  fields: databaseFields,
  build: (values, fault) => buildDatabaseSettings(values, fault),
})
const read = (variables: Record<string, string>) => readConfigs({ database }, { variables }).database

describe('MORE_PRIMARIES', () => {
  it('names no further primary by itself', () => {
    expect(read({ DATABASE_URL: 'postgres://a/desk' }).morePrimaries).toEqual([])
  })

  it('has names and addresses in order, with the server behind a pooler', () => {
    const list = 'b=postgres://u:p@b:5433/desk, c-2=postgres://pooler/desk|postgres://c/desk'
    expect(read({ MORE_PRIMARIES: list }).morePrimaries).toEqual([
      { name: 'b', server: { host: 'b', port: 5433, user: 'u', password: 'p', database: 'desk' } },
      {
        name: 'c-2',
        server: {
          host: 'pooler',
          port: 5432,
          user: '',
          database: 'desk',
          direct: { host: 'c', port: 5432, user: '', database: 'desk' },
        },
      },
    ])
  })

  it.each([
    ['b', 'an entry is not name=postgres://'],
    ['b=mysql://b/desk', 'b is not name=postgres://'],
    ['b=postgres://b/desk|nothing', 'b is not name=postgres://'],
    ['B=postgres://b/desk', 'an entry is not name=postgres://'],
    ['first=postgres://b/desk', 'the name first is taken'],
    ['b=postgres://b/desk,b=postgres://c/desk', 'the name b is taken'],
    [Array.from({ length: 16 }, (_, index) => `p${index}=postgres://p/d`).join(), 'has room for 15'],
  ])('refuses %s', (list, fault) => {
    expect(() => read({ MORE_PRIMARIES: list })).toThrow(fault)
  })

  it('shows no password of an entry that it refuses', () => {
    expect(() => read({ MORE_PRIMARIES: 'b=mysql://u:secret@b/desk' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    )
  })
})
