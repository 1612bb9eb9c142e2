import * as contracts from '@balcao/contracts'

import { namespaces, startI18n } from '../i18n/i18n'
import { errorFields, fieldlessCodes, readFieldErrors } from './field-errors'

interface Described {
  fields?: Record<string, unknown>
}

/* Every field of every body of the contracts, and the two of the reset form that its body names otherwise. */
const bodyFields = new Set(
  Object.values(contracts).flatMap((exported: unknown) => {
    const { body } = (typeof exported === 'object' ? (exported ?? {}) : {}) as { body?: Described }
    return Object.keys(body?.fields ?? {})
  }),
)
const formFields = new Set(['newPassword', 'taxId'])

describe('the fields of the error codes', () => {
  it('are decided for every code of the catalogue, once', () => {
    const decided = [...Object.keys(errorFields), ...fieldlessCodes]
    expect([...decided].sort()).toEqual([...contracts.errorCodes].sort())
  })

  it.each(Object.entries(errorFields))('%s: there are such fields', (_code, fields) => {
    for (const field of fields)
      expect([field, bodyFields.has(field) || formFields.has(field)]).toEqual([field, true])
  })
})

describe('a refusal', () => {
  beforeAll(() => startI18n([...namespaces]))
  const refusal = (error: string, fields = {}) => ({ status: 409, data: { error, fields } })

  it('stands at the first field that the form has, in words', () => {
    const error = refusal('ERR_QUEUE_NOT_FOUND')
    expect(readFieldErrors(error, { queueId: 3 })).toEqual({ queueId: 'Nenhuma fila encontrada.' })
    expect(readFieldErrors(error, { queueIds: [3], queueId: 3 })).toEqual({
      queueIds: 'Nenhuma fila encontrada.',
    })
  })

  it('stands at no field that the form lacks, and beside the texts of the answer', () => {
    expect(readFieldErrors(refusal('ERR_EMAIL_ALREADY_EXISTS', { name: 'Required' }), { name: '' })).toEqual({
      name: 'Required',
    })
    expect(readFieldErrors(refusal('ERR_INTERNAL'), { name: '' })).toEqual({})
    expect(readFieldErrors({ status: 'FETCH_ERROR' }, { name: '' })).toEqual({})
  })
})
