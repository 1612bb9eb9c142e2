import {
  completePhone,
  fillVariables,
  foldText,
  parseTaxId,
  parseVcards,
  parseVideoCode,
  readCampaignAnswer,
  readsMain,
  splitVcards,
  trimLink,
  writeCsvCell,
} from '@balcao/contracts'
import { parseHostileTexts } from '@balcao/testkit'

import { sanitizeFileName } from '../media/uploaded-file'
import { mapColumns, readImportRow } from '../sheets/import-row'
import { cleanText } from './clean-text'
import { formatNumberedOptions } from './numbered-text'

const now = new Date('2026-11-20T15:04:05Z')

/* Each with what it looks for first. */
describe('a text from outside', () => {
  it.each<[string, (text: string) => unknown, string[]?]>([
    ['a number', completePhone, ['+55', '55']],
    ['a name for comparison', foldText],
    ['a tax id', parseTaxId],
    ['the address of a video', parseVideoCode, ['https://youtu.be/']],
    ['vCards', parseVcards, ['BEGIN:VCARD\nFN:', 'TEL;waid=', 'N:;']],
    ['vCards that are sent', splitVcards, ['BEGIN:VCARD\nFN:']],
    ['an answer to a menu', (text) => readsMain({ text, choiceId: undefined }), ['[', '#']],
    ['an answer to a campaign', (text) => readCampaignAnswer(text, { asks: true, optOutWords: [text] })],
    ['a cell of a CSV', writeCsvCell, ['=', ';=']],
    ['a link', trimLink, ['https://a.example/']],
    ['a text without what Postgres refuses', cleanText],
    ['the name of a file', sanitizeFileName, ['a.']],
    ['a text with variables', (text) => fillVariables(text, { contactName: text, now }), ['{{', '{{name']],
    ['options', (text) => formatNumberedOptions(text, [text])],
    ['the header of a sheet', (text) => mapColumns([text])],
    [
      'a row of a sheet',
      (text) => readImportRow({ name: text, number: text, email: text }),
      ['a@', 'a@b.', '5E+1', '5.'],
    ],
  ])('is read as %s in steps that grow with its length', (_name, ...[parse, prefixes]) =>
    parseHostileTexts(parse, prefixes),
  )
})
