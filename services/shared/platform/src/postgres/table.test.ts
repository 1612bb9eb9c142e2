import { column, converted, fixed, generated, group, orNull, orNullGroup } from './columns'
import { compileSql, joinSql, noSql, Parameter, rawSql, sql } from './sql'
import { tableOf } from './table'

describe('sql', () => {
  it('numbers values in their order and inserts pieces as text', () => {
    const open = sql`status = ${'open'}`
    expect(
      compileSql(sql`SELECT ${rawSql('id')} FROM tickets WHERE id = ${7} AND ${open} LIMIT ${40}`),
    ).toEqual({
      text: 'SELECT id FROM tickets WHERE id = $1 AND status = $2 LIMIT $3',
      values: [7, 'open', 40],
    })
  })

  it('never makes text of a value', () => {
    const { text, values } = compileSql(sql`name = ${"'; DROP TABLE tickets; --"}`)
    expect([text, values]).toEqual(['name = $1', ["'; DROP TABLE tickets; --"]])
  })

  it('sends a parameter once', () => {
    const company = new Parameter(7)
    expect(compileSql(sql`a = ${company} AND b = ${1} AND c = ${company}`)).toEqual({
      text: 'a = $1 AND b = $2 AND c = $1',
      values: [7, 1],
    })
  })

  it('joins pieces, none of them too', () => {
    const pieces = [sql`a = ${1}`, sql`b`, sql`c = ${3}`]
    expect(compileSql(joinSql(pieces, ' AND ')).text).toBe('a = $1 AND b AND c = $2')
    expect(compileSql(sql`x${joinSql([], ', ')}${noSql}`).text).toBe('x')
  })
})

interface Shelf {
  id: number
  room: number
  label: string
  color: string | null
  newest: { isbn: string; pages: number } | null
}

const shelves = tableOf<Shelf>()(
  'shelves',
  {
    id: generated(column.int('id')),
    room: fixed(column.int('room_id')),
    label: column.text('label'),
    color: orNull(column.text('color')),
    newest: orNullGroup({ isbn: column.text('newest_isbn'), pages: column.int('newest_pages') }, 'isbn', {
      pages: 0,
    }),
  },
  { derived: { label_key: { type: 'text', from: ({ label }) => label.toLowerCase() } } },
)
const shelf = { room: 3, label: 'Poesia', color: null, newest: { isbn: '978', pages: 80 } }

describe('a table', () => {
  it('inserts all that Postgres does not fill in', () => {
    expect(compileSql(shelves.insertion(shelf))).toEqual({
      text: 'INSERT INTO shelves (room_id, label, color, newest_isbn, newest_pages, label_key) VALUES ($1, $2, $3, $4, $5, $6)',
      values: [3, 'Poesia', null, '978', 80, 'poesia'],
    })
  })

  it('updates all that is not fixed', () => {
    expect(compileSql(shelves.assignments({ ...shelf, newest: null }))).toEqual({
      text: 'label = $1, color = $2, newest_isbn = $3, newest_pages = $4, label_key = $5',
      values: ['Poesia', null, null, 0, 'poesia'],
    })
    expect(shelves.excluded.strings[0]).toContain('color = excluded.color')
  })

  it('reads what it selects, under a prefix too', () => {
    const row = { id: 1, room_id: 3, label: 'Poesia', color: 'red', newest_isbn: null, newest_pages: 0 }
    expect(shelves.read(row)).toEqual({ id: 1, room: 3, label: 'Poesia', color: 'red', newest: null })
    expect(compileSql(shelves.columnsOf('s', 'shelf_')).text).toContain('s.room_id AS shelf_room_id')
    const prefixed = Object.fromEntries(Object.entries(row).map(([name, value]) => [`shelf_${name}`, value]))
    expect(shelves.readerOf('shelf_')(prefixed)).toMatchObject({ id: 1, label: 'Poesia' })
  })

  it('has other values in a column than its objects', () => {
    const doors = tableOf<{ id: number; isLocked: boolean; lockedFor: number | null }>()('doors', {
      id: column.int('id'),
      isLocked: converted(column.text('state'), {
        read: (stored) => stored === 'FECHADA',
        write: (isLocked) => (isLocked ? 'FECHADA' : 'ABERTA'),
      }),
      lockedFor: orNull(
        converted(column.text('locked_for'), { read: (stored) => Number(stored), write: String }),
      ),
    })
    const locked = { id: 1, isLocked: true, lockedFor: 30 }
    expect(compileSql(doors.insertion(locked)).values).toEqual([1, 'FECHADA', '30'])
    expect(doors.read({ id: 1, state: 'FECHADA', locked_for: '30' })).toEqual(locked)
    const open = { id: 2, isLocked: false, lockedFor: null }
    expect(compileSql(doors.insertion(open)).values).toEqual([2, 'ABERTA', null])
    expect(doors.read({ id: 2, state: 'ABERTA', locked_for: null })).toEqual(open)
  })

  it('has an object in several columns', () => {
    const places = tableOf<{ id: number; at: { room: number; shelf: string } }>()('places', {
      id: column.int('id'),
      at: fixed(group({ room: column.int('room'), shelf: column.text('shelf') })),
    })
    const place = { id: 1, at: { room: 3, shelf: 'B' } }
    expect(compileSql(places.insertion(place)).values).toEqual([1, 3, 'B'])
    expect(compileSql(places.assignments(place)).text).toBe('id = $1')
    expect(places.read({ id: 1, room: 3, shelf: 'B' })).toEqual(place)
  })

  it('does not compile without a column, or with one too many', () => {
    // @ts-expect-error label is missing
    tableOf<{ id: number; label: string }>()('t', { id: column.int('id') })
    // @ts-expect-error no row has a weight
    tableOf<{ id: number }>()('t', { id: column.int('id'), weight: column.int('weight') })
    // @ts-expect-error an id is filled in by Postgres, a room must be given
    const incomplete = () => shelves.insertion({ label: 'Poesia', color: null, newest: null })
    expect(incomplete).not.toThrow()
  })
})
