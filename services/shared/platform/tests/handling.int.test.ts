import { IGNORED_FIELDS_HEADER } from '@balcao/contracts'

import { as, asForm, readAnswer, useEdge } from './http-edge-rig'

const edge = useEdge()
const { post, get } = edge

/* A caller that says nothing about handling. */
const send = (pathname: string, body: unknown) =>
  fetch(`${edge.url}${pathname}`, {
    method: 'POST',
    headers: as('ana', { 'content-type': 'application/json' }),
    body: JSON.stringify(body),
  })

const ignoredOf = (response: Response) => response.headers.get(IGNORED_FIELDS_HEADER)

describe('an unknown field', () => {
  it('is ignored and named, at any depth, each once', async () => {
    const people = [
      { id: 1, name: 'Ana' },
      { id: 2, name: 'Bia' },
    ]
    const response = await send('/notes/7?colour=red', { title: 'ok', super: '', people, nested: { x: 1 } })
    expect(ignoredOf(response)).toBe('colour, super, people.name, nested.x')
    expect((await readAnswer(response)).body).toMatchObject({
      body: { title: 'ok', people: [{ id: 1 }, { id: 2 }], nested: {} },
    })
  })

  it('is named by safe characters and never by its value', async () => {
    const response = await send('/notes/7', { title: 'ok', 'a\r\nset-cookie: x=1; é': 'secret' })
    expect(response.status).toBe(200)
    expect(ignoredOf(response)).toBe('a__set-cookie__x_1___')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('is one of twenty that are named, with at most sixty characters', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`${index}${'x'.repeat(500)}`, 1]),
    )
    const named = ignoredOf(await send('/notes/7', { title: 'ok', ...many })) ?? ''
    expect(named.split(', ')).toHaveLength(21)
    expect(named.endsWith(', ...')).toBe(true)
    expect(named.length).toBeLessThan(1_300)
  })

  it('is refused where the caller prefers it, and the answer says that it does', async () => {
    const response = await post('/notes/7', { title: 'ok', other: 1 })
    expect(response.headers.get('preference-applied')).toBe('handling=strict')
    expect(ignoredOf(response)).toBeNull()
    expect(await readAnswer(response)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { other: 'unknown field' } },
    })
  })

  it.each([
    ['handling=strict', 400],
    ['respond-async, Handling="strict"', 400],
    ['handling=strict; x=1', 400],
    ['handling=strict, handling=lenient', 400],
    ['handling=lenient', 200],
    ['handling=stricter', 200],
    ['return=minimal', 200],
    ['', 200],
  ])('with Prefer: %s is answered %i', async (prefer, status) => {
    expect((await post('/notes/7', { title: 'ok', other: 1 }, as('ana', { prefer }))).status).toBe(status)
  })

  it('is readable for the pages of listed origins', async () => {
    const { headers } = await get('/open', { origin: 'https://app.example' })
    expect(headers.get('access-control-expose-headers')).toContain(IGNORED_FIELDS_HEADER)
    expect(headers.get('access-control-expose-headers')).toContain('preference-applied')
    const preflight = await fetch(`${edge.url}/notes/7`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'prefer',
      },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('prefer')
  })
})

describe('a form', () => {
  it('says nothing by empty values', async () => {
    const response = await send('/notes/7?about=&pageNumber=', {
      title: 'ok',
      count: '',
      ratio: 'null',
      pinned: '',
      color: '',
      remark: null,
      queueId: 'Nenhuma',
    })
    expect(ignoredOf(response)).toBe('about, ratio, pinned')
    expect((await readAnswer(response)).body).toMatchObject({
      query: { pageNumber: 1 },
      body: { count: 3, color: 'red', remark: '', queueId: null },
    })
  })

  it('writes numbers, ids and flags as texts', async () => {
    const body = {
      title: 'ok',
      count: '12',
      ratio: '0.5',
      pinned: 'true',
      tags: ['1', 2],
      people: [{ id: '9' }],
    }
    expect((await readAnswer(await send('/notes/7?about=8', body))).body).toMatchObject({
      query: { about: 8 },
      body: { count: 12, ratio: 0.5, pinned: true, tags: [1, 2], people: [{ id: 9 }] },
    })
  })

  it('is read alike in multipart', async () => {
    const form = new FormData()
    const fields = {
      title: 'ok',
      count: '',
      pinned: 'false',
      queueId: '0',
      people: '[{"id":"9","name":"Ana"}]',
    }
    for (const [name, value] of Object.entries({ ...fields, remark: '', typeArch: 'notes' }))
      form.append(name, value)
    for (const tag of ['1', '2']) form.append('tags', tag)
    const response = await fetch(`${edge.url}/notes/7`, { method: 'POST', headers: as('ana'), body: form })
    expect(ignoredOf(response)).toBe('people.name, typeArch')
    expect((await readAnswer(response)).body).toMatchObject({
      body: { count: 3, pinned: false, queueId: null, people: [{ id: 9 }], remark: '', tags: [1, 2] },
    })
  })

  it.each([
    ['an empty required text', { title: '' }, 'title'],
    ['a required text that is null', { title: null }, 'title'],
    ['an empty id in a list', { title: 'ok', tags: [''] }, 'tags[0]'],
    ['an empty required id', { title: 'ok', people: [{ id: '' }] }, 'people[0].id'],
    ['an id with a leading zero', { title: 'ok', queueId: '01' }, 'queueId'],
    ['a broken id', { title: 'ok', queueId: '1.0' }, 'queueId'],
    ['a list for an id', { title: 'ok', queueId: [1] }, 'queueId'],
    ['a word for a number', { title: 'ok', count: 'many' }, 'count'],
    ['a power', { title: 'ok', count: '1e3' }, 'count'],
    ['a number for a flag', { title: 'ok', pinned: 1 }, 'pinned'],
    ['a number for a text', { title: 'ok', remark: 5 }, 'remark'],
    ['an unknown choice', { title: 'ok', color: 'green' }, 'color'],
    ['null for a list', { title: 'ok', people: [null] }, 'people[0]'],
  ])('with %s is refused by name', async (_what, body, field) => {
    const answer = await readAnswer(await post('/notes/7', body, asForm('ana')))
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields as object)).toEqual([field])
  })
})

describe('the refusal of a form', () => {
  const refuse = async (language?: string) => {
    const headers = { ...asForm('ana'), ...(language === undefined ? {} : { 'accept-language': language }) }
    return (
      await readAnswer(await post('/notes/7', { title: 'a', people: [{ id: '' }], color: 'x' }, headers))
    ).body
  }

  it.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'Título: muito curto; Cor: opção inválida; people › id: obrigatório.'],
    ['en-GB', 'Title: too short; Color: invalid choice; people › id: required.'],
    ['es-AR, en;q=0.5', 'Título: demasiado corto; Color: opción inválida; people › id: obligatorio.'],
    ['fr', 'Título: muito curto; Cor: opção inválida; people › id: obrigatório.'],
  ])('names the fields in the language of %s', async (language, error) => {
    const body = await refuse(language)
    expect(new Set(String(body.error).slice(0, -1).split('; '))).toEqual(
      new Set(error.slice(0, -1).split('; ')),
    )
    expect(body).toMatchObject({ code: 'ERR_VALIDATION', fields: { title: expect.any(String) } })
  })

  it('is a code where the caller prefers strict handling', async () => {
    const { body } = await readAnswer(await post('/notes/7', { title: 'a' }))
    expect(body.error).toBe('ERR_VALIDATION')
    expect(body).not.toHaveProperty('code')
  })
})
