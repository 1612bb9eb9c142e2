import { capabilities, fitChoices, languages } from '@balcao/contracts'

import { customerWords } from './customer-words'
import { parseRating, ratingChoiceId, readRating } from './rating'

describe('a customer’s answer to the question for a rating', () => {
  it.each([
    ['1', 1],
    [' *2* ', 2],
    ['3.', 3],
    ['3!!!', 3],
    ['3️⃣', 3],
    ['３', 3],
    ['nota 3', 3],
    ['Nota: 2', 2],
    ['dou 3!', 3],
    ['Dou nota 3, obrigada', 3],
    ['Avaliação 1', 1],
    ['3 - Muito satisfeito', 3],
    ['3 muito obrigado 👍', 3],
    ['opção número 2', 2],
    ['le doy un 3', 3],
    ['doy 3, gracias', 3],
    ['I give 3', 3],
    ['3 stars', 3],
  ])('%j is %s', (text, rate) => expect(parseRating(text)).toBe(rate))

  it.each([
    '',
    'muito obrigado',
    '0',
    '4',
    '10',
    '33',
    'nota 10',
    '3 caixas',
    'quero 3 caixas',
    'chegaram 2 pedidos errados',
    'só 1 problema',
    'nota 3 de 5',
    'nota 3,5',
    '2.5',
    '3/3',
    '3%',
    'R$ 3',
    'pedido 3',
    '1 ou 2?',
    'sala 3',
    'não dou 3',
    'eu dou a minha nota 3 com muito obrigado',
    '11987654321',
    'às 3h',
  ])('%j is a message', (text) => expect(parseRating(text)).toBeUndefined())
})

describe('an answer that is a tap', () => {
  it.each([
    ['of the question', 'Muito satisfeito', ratingChoiceId(3), 3],
    ['of a menu of the bot', 'Opção 3', '3', undefined],
    ['of a question with more', '4', 'rating:4', undefined],
    ['none', 'nota 2', undefined, 2],
  ])('%s', (_name, text, choiceId, rate) => expect(readRating({ text, choiceId })).toBe(rate))

  it.each(languages)('is one of three buttons in %s', (language) => {
    const options = customerWords[language].ratings.map((title, index) => ({ id: `${index}`, title }))
    const shown = fitChoices({ prefers: 'buttons', text: '?', open: '', options }, capabilities.cloud)
    expect(shown).toMatchObject({ kind: 'buttons', options: { length: 3 } })
  })
})
