import { array, boolean, flag, idField, idText, number, object, string, text } from '@balcao/contracts'
import fc from 'fast-check'

import { IgnoredFields } from './ignored-fields'
import { formToBody, validateBody, validateTexts, ValidationFailed } from './validate'

/* A field of each kind that the table of conversions knows, as bodies declare them. */
const fields = {
  ref: idField().nullable().optional(),
  given: idField().optional(),
  count: number().strict(true).integer().min(0).max(1_000).default(3),
  ratio: number().strict(true).min(0).max(1).nullable(),
  on: boolean().strict(true),
  choice: string().oneOf(['red', 'blue']).default('red'),
  words: text(200),
  color: text(9).matches(/^#/, 'Invalid color').default('#fff'),
}
const body = object({
  ...fields,
  refs: array(idField().required()).max(20),
  people: array(object({ ...fields })).max(5),
})

type Read = { kind: 'read'; value: Record<string, unknown> } | { kind: 'refused' }

async function read(value: unknown, ignored?: IgnoredFields): Promise<Read> {
  try {
    return { kind: 'read', value: (await validateBody(body, value, ignored)) as Record<string, unknown> }
  } catch (error) {
    if (error instanceof ValidationFailed) return { kind: 'refused' }
    throw error
  }
}

const readLeniently = (value: unknown) => read(value, new IgnoredFields())

const formTexts = fc.constantFrom(
  '',
  'null',
  'Nenhuma',
  'true',
  'false',
  '0',
  '1',
  '01',
  ' 1',
  '1.0',
  '1e3',
  '0x1',
  '-1',
  '２',
)
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  formTexts,
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.integer({ min: 1, max: 2_147_483_647 }),
)
const anyField = fc.constantFrom(...Object.keys(fields))

it('a body that a strict reading takes is read the same leniently', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.oneof(anyField, fc.constant('refs')), anyValue), async (value) => {
      const strictly = await read(value)
      if (strictly.kind === 'read') expect(await readLeniently(value)).toEqual(strictly)
    }),
    { numRuns: 500 },
  )
})

it('an id is the number that was sent or written, or none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('ref', 'given'), anyValue, async (field, value) => {
      const answer = await readLeniently({ [field]: value, people: [{ [field]: value }] })
      if (answer.kind === 'refused') return
      const people = answer.value.people as Record<string, unknown>[]
      for (const id of [answer.value[field], people[0]?.[field]])
        expect(id === null || id === undefined || id === value || String(id) === value).toBe(true)
    }),
    { numRuns: 500 },
  )
})

it('a list of ids has as many as were sent, each as it was sent or written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyValue, { maxLength: 5 }), async (values) => {
      const answer = await readLeniently({ refs: values })
      if (answer.kind === 'read')
        expect((answer.value.refs as unknown[]).map(String)).toEqual(values.map(String))
    }),
    { numRuns: 500 },
  )
})

it('a text is the text that was sent, its default, or empty for null: never of a list, a number or an object', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('words', 'color', 'choice'), anyValue, async (field, value) => {
      const answer = await readLeniently({ [field]: value })
      if (answer.kind === 'refused') return
      const isEmpty = value === null || value === ''
      expect(isEmpty || typeof value === 'string').toBe(true)
      if (!isEmpty) expect(answer.value[field]).toBe(value)
    }),
    { numRuns: 500 },
  )
})

it('unknown keys never reach the result, and those of prototypes are refused at any depth', async () => {
  const hostile = fc.constantFrom('__proto__', 'constructor', 'prototype')
  const key = fc.oneof(hostile, fc.string(), fc.constantFrom('toString', 'hasOwnProperty', 'companyId'))
  await fc.assert(
    fc.asyncProperty(key, fc.jsonValue(), fc.boolean(), async (name, value, isDeep) => {
      if (name in fields || name === 'refs' || name === 'people') return
      const sent: unknown = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)
      const answer = await readLeniently(isDeep ? { people: [sent] } : sent)
      const isHostile = ['__proto__', 'constructor', 'prototype'].includes(name)
      expect(answer.kind).toBe(isHostile ? 'refused' : 'read')
      if (answer.kind === 'refused') return
      expect(Object.keys(isDeep ? (answer.value.people as object[])[0]! : answer.value)).not.toContain(name)
      expect(Object.getPrototypeOf(answer.value)).toBe(Object.prototype)
    }),
    { numRuns: 500 },
  )
})

it('a text means the same in JSON, in a form and in a query', async () => {
  const query = object({ given: idText(), on: flag() })
  const scalar = fc.oneof(formTexts, fc.integer().map(String), fc.string())
  const asQuery = async (given: object): Promise<unknown> => {
    try {
      return await validateTexts(query, { ...given }, new IgnoredFields())
    } catch (error) {
      if (error instanceof ValidationFailed) return 'refused'
      throw error
    }
  }
  await fc.assert(
    fc.asyncProperty(anyField, scalar, async (field, value) => {
      const json = await readLeniently({ [field]: value })
      expect(await readLeniently(formToBody(body, { [field]: value }))).toEqual(json)
      if (field !== 'given' && field !== 'on') return
      const read = json.kind === 'read' ? json.value[field] : undefined
      expect(await asQuery({ [field]: value })).toEqual(
        json.kind === 'refused' ? 'refused' : read === undefined ? {} : { [field]: read },
      )
    }),
    { numRuns: 500 },
  )
})
