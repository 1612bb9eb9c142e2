import { parseHostileTexts } from '@balcao/testkit'

import { parseCommand } from '../src/features/assistants/typebot'
import { parseRating } from '../src/features/tickets/rating'
import { listWordEnds, splitQuery, splitWords } from '../src/words'

/* Each with what it looks for first. */
describe('a text from outside', () => {
  it.each<[string, (text: string) => unknown, string[]?]>([
    ['words', (text) => listWordEnds(splitWords(text))],
    ['a query', splitQuery],
    ['a rating', parseRating, ['1', '*1*']],
    ['a command of a flow', parseCommand, ['#{']],
  ])('is read as %s in steps that grow with its length', (_name, ...[parse, prefixes]) =>
    parseHostileTexts(parse, prefixes),
  )
})
