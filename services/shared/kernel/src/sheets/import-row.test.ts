import { isBlankRow, mapColumns, readImportRow } from './import-row'

describe('the header of a sheet', () => {
  it.each([
    [['Nome', 'Telefone'], { name: 0, number: 1, email: undefined }],
    [['E-MAIL', ' Número ', 'NOME'], { name: 2, number: 1, email: 0 }],
    [['x', 'Name', 'WhatsApp', 'email'], { name: 1, number: 2, email: 3 }],
    [['Nome', 'CPF'], undefined],
    [[], undefined],
  ])('%j', (header, columns) => expect(mapColumns(header)).toEqual(columns))
})

describe('a row of a sheet', () => {
  it.each([
    ['(11) 98765-4321', '5511987654321'],
    ['5.511987654321E+12', '5511987654321'],
    ['5,511987654321e12', '5511987654321'],
    ['5.5119876543E+12', '5511987654300'],
    ['11987654321', '5511987654321'],
    ['+1 415 555-0101', '14155550101'],
  ])('has the number %s', (number, digits) =>
    expect(readImportRow({ name: 'Ana', number, email: '' })).toEqual({
      name: 'Ana',
      number: digits,
      email: '',
      fault: undefined,
    }),
  )

  it.each([
    [{ name: 'A' }, 'name'],
    [{ name: 'x'.repeat(51) }, 'name'],
    [{ number: '5.51199E+12' }, 'rounded'],
    [{ number: '5,51199E+12' }, 'rounded'],
    [{ number: '5.51199e12' }, 'rounded'],
    [{ number: '5511990000000' }, 'rounded'],
    [{ number: '123' }, 'number'],
    [{ number: 'sem telefone' }, 'number'],
    [{ number: '9'.repeat(16) }, 'number'],
    [{ email: 'ana@' }, 'email'],
    [{ email: 'ana@example..test' }, 'email'],
    [{ email: 'ana@mail.example.test' }, undefined],
    [{ email: 'ana@example.test' }, undefined],
  ])('%j', (wrong, fault) =>
    expect(readImportRow({ name: 'Ana Souza', number: '5511987654321', email: '', ...wrong }).fault).toBe(
      fault,
    ),
  )

  it('keeps a rounded number as it is typed, for the list of errors', () =>
    expect(readImportRow({ name: 'Ana', number: ' 5.51199E+12', email: '' }).number).toBe('5.51199E+12'))

  it('is blank without any text', () => {
    expect(isBlankRow(readImportRow({ name: ' ', number: '', email: '' }))).toBe(true)
    expect(isBlankRow(readImportRow({ name: '', number: '', email: 'x' }))).toBe(false)
  })
})
