import { hasFormat, listFormats, type SheetFormat } from './sheet-formats'

const both: SheetFormat[] = ['.xls', '.xlsx']

it.each([
  ['clientes.xls', both, true],
  ['CLIENTES.XLSX', both, true],
  ['clientes.xls', ['.xlsx'], false],
  ['clientes.xls.csv', both, false],
  ['xls', both, false],
] as const)('%s as one of %s: %s', (name, formats, has) => expect(hasFormat(name, formats)).toBe(has))

it.each([
  ['pt-BR', both, '.xls ou .xlsx'],
  ['en', both, '.xls or .xlsx'],
  ['es', ['.xlsx'], '.xlsx'],
] as const)('in %s the formats %s read %s', (language, formats, text) =>
  expect(listFormats(formats, language)).toBe(text),
)
