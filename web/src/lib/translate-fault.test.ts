import { literals, newCompanyBody } from '@balcao/contracts'
import i18next from 'i18next'

import { languages, setLanguage, startI18n } from '../i18n/i18n'
import { namespaces } from '../testing/namespaces'
import { translateFault } from './translate-fault'
import { listYupErrors } from './yup-errors'

beforeAll(() => startI18n(namespaces))
afterEach(() => setLanguage('pt'))

describe('what is wrong with a field', () => {
  it.each([
    ['pt', 'Obrigatório', 'Muito curto', 'E-mail inválido', 'CEP inválido', 'Valor inválido'],
    ['en', 'Required', 'Too short', 'Invalid e-mail', 'Invalid postal code', 'Invalid value'],
    ['es', 'Obligatorio', 'Demasiado corto', 'Correo inválido', 'Código postal inválido', 'Valor inválido'],
  ] as const)('is said in %s', async (language, ...said) => {
    await setLanguage(language)
    const texts = ['Required', 'Too Short!', 'Invalid email', 'CEP inválido', 'planId must be greater than 1']
    expect(texts.map((text) => translateFault(text, 'planId'))).toEqual(said)
  })

  it.each(languages)('has words for each text of the contracts in %s', async (language) => {
    await setLanguage(language)
    const keys = Object.keys(i18next.getResource(language, 'common', 'validation') as object)
    const said = new Set(
      keys.map((key) => i18next.getResource(language, 'common', `validation.${key}`) as string),
    )
    expect(Object.values(literals).filter((text) => !said.has(translateFault(text, 'name')))).toEqual([])
  })

  it('stays as it is when it is not one of the contracts', () => {
    expect(translateFault('Escolha um horário que ainda não passou.', 'sendAt')).toBe(
      'Escolha um horário que ainda não passou.',
    )
  })

  it('of a form is in the user’s language too, and a field without a value is missing', async () => {
    expect(await listYupErrors(newCompanyBody, { name: 'a' })).toMatchObject({
      name: 'Muito curto',
      email: 'Obrigatório',
      planId: 'Obrigatório',
    })
  })
})
