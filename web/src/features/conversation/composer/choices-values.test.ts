import { capabilities } from '@balcao/contracts'

import { findValueFaults, listShownKinds, toGivenChoices, type ChoicesValues } from './choices-values'

const values = (own: Partial<ChoicesValues> = {}): ChoicesValues => ({
  text: 'Posso enviar?',
  kind: 'buttons',
  options: [
    { title: ' Sim ', description: 'de outra lista' },
    { title: 'Não', description: '' },
  ],
  open: 'Ver opções',
  follow: '',
  url: 'https://example.com',
  ...own,
})
const faults = (own: Partial<ChoicesValues>, signed = '') => {
  const given = values(own)
  return findValueFaults(given, `${signed}${given.text}`)
}

it('says only what belongs to the kind', () => {
  expect(toGivenChoices(values())).toEqual({
    kind: 'buttons',
    button: '',
    options: [
      { id: '', title: 'Sim', description: '' },
      { id: '', title: 'Não', description: '' },
    ],
    url: '',
  })
  expect(toGivenChoices(values({ kind: 'list' }))).toMatchObject({
    button: 'Ver opções',
    options: [{ description: 'de outra lista' }, {}],
    url: '',
  })
  expect(toGivenChoices(values({ kind: 'link', follow: 'Abrir' }))).toEqual({
    kind: 'link',
    button: 'Abrir',
    options: [],
    url: 'https://example.com',
  })
})

it('offers the kinds that the connection shows', () => {
  expect(listShownKinds(capabilities.cloud)).toEqual(['buttons', 'list', 'link'])
  expect(listShownKinds({ ...capabilities.cloud, maxListRows: 0 })).toEqual(['buttons', 'link'])
  expect(listShownKinds(capabilities.beta)).toEqual([])
})

it('finds what is wrong where it is written', () => {
  expect(faults({})).toEqual({})
  expect(faults({ text: ' ', options: [{ title: ' ', description: '' }] })).toEqual({
    text: 'required',
    'options[0].title': 'required',
  })
  expect(faults({ kind: 'list', open: '' })).toEqual({ open: 'required' })
  expect(faults({ kind: 'link', url: 'http://example.com' })).toEqual({ follow: 'required', url: 'link' })
  const four = ['a', 'b', 'c', 'd'].map((title) => ({ title, description: '' }))
  expect(faults({ options: four })).toEqual({ options: 'long' })
})

it('counts the signature as text', () => {
  const text = 'a'.repeat(1_020)
  expect(faults({ text })).toEqual({})
  expect(faults({ text }, '*Ana:*\n')).toEqual({ text: 'long' })
})
