import * as contracts from '../index'
import { endpoint, listEndpoints } from './endpoint'
import { idText, ignored, number, object, string, text } from './fields'
import { fillPath, queryText, route, type Sent } from './route'

const noteBody = object({
  title: text(50).required(),
  count: number().default(3),
  color: string().optional(),
  id: ignored(),
})
const noteRoute = route('put', '/notes/:noteId').with<{ body: Sent<typeof noteBody>; answer: number }>()
const noteParams = object({ noteId: idText().required() })
const checks = { access: 'user', tag: 'notes', summary: '' } as const

describe('an endpoint', () => {
  it('is its route with what the server checks', () => {
    const put = endpoint(noteRoute, { ...checks, params: noteParams, body: noteBody })
    expect(put).toMatchObject({ method: 'put', path: '/notes/:noteId', access: 'user', body: noteBody })
  })

  it('does not compile when the schemas and the route differ', () => {
    // @ts-expect-error the path's parameter is not checked
    endpoint(noteRoute, { ...checks, body: noteBody })
    // @ts-expect-error the schema has another name than the path
    endpoint(noteRoute, { ...checks, params: object({ id: idText().required() }), body: noteBody })
    // @ts-expect-error the body is not checked
    endpoint(noteRoute, { ...checks, params: noteParams })
    // @ts-expect-error another body
    endpoint(noteRoute, { ...checks, params: noteParams, body: object({ title: text(50).required() }) })
    // @ts-expect-error a query that the route does not declare
    endpoint(noteRoute, { ...checks, params: noteParams, body: noteBody, query: object({ page: number() }) })
    // @ts-expect-error a code that the catalogue does not have
    endpoint(noteRoute, { ...checks, params: noteParams, body: noteBody, errors: ['ERR_NO_SUCH_CODE'] })
  })

  it('is sent without ignored fields, and without those that have a default', () => {
    const least: Sent<typeof noteBody> = { title: 'a' }
    const most: Sent<typeof noteBody> = { title: 'a', count: 1, color: 'b' }
    // @ts-expect-error callers do not send what is ignored
    const ignoring: Sent<typeof noteBody> = { title: 'a', id: 3 }
    // @ts-expect-error a required field
    const empty: Sent<typeof noteBody> = {}
    expect([least, most, ignoring, empty]).toHaveLength(4)
  })
})

describe('a route', () => {
  it('fills its path with encoded values', () => {
    expect(fillPath(noteRoute, { noteId: 'a/b' })).toBe('/notes/a%2Fb')
  })

  it('has its method and path to itself', () => {
    const names = listEndpoints(contracts).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(names).size).toBe(names.length)
  })
})

it('writes values of a query as text', () => {
  expect([[1, 2], true, 3, 'a'].map(queryText)).toEqual(['[1,2]', 'true', '3', 'a'])
})
