import { buildVcards, parseVcard, parseVcards, readVcard, splitVcards } from './vcard'

describe('a contact card', () => {
  it('gives name and number', () =>
    expect(
      parseVcard(
        'BEGIN:VCARD\nVERSION:3.0\nN:;Rafael;;;\nFN:Rafael Entregas\nitem1.TEL;waid=5511955554444:+55 11 95555-4444\nEND:VCARD',
      ),
    ).toEqual({
      name: 'Rafael Entregas',
      number: '+55 11 95555-4444',
      digits: '5511955554444',
    }))
  it('does with the structured name', () =>
    expect(parseVcard('N:Silva;Ana;;;\r\nTEL:11 99999')?.name).toBe('Ana Silva'))
  it('undoes folded lines', () => expect(parseVcard('FN:Ana\r\n  Paula')?.name).toBe('Ana Paula'))
  it('may have others beside it in one message', () =>
    expect(
      parseVcards(
        'BEGIN:VCARD\nFN:Ana\nEND:VCARD\nBEGIN:VCARD\nEND:VCARD\nBEGIN:VCARD\nFN:Rui\nEND:VCARD',
      ).map(({ name }) => name),
    ).toEqual(['Ana', 'Rui']))
  it('without a name still has its number', () =>
    expect(readVcard('BEGIN:VCARD\nTEL:11 99999\nEND:VCARD')).toEqual({
      name: '',
      number: '11 99999',
      digits: '1199999',
    }))
  it('is cut out of the text around it', () =>
    expect(
      splitVcards(
        'x BEGIN:VCARD\nFN:Ana\nEND:VCARD\n y begin:vcard\nFN:Rui BEGIN:VCARD\nFN:Bia\nend:vcard z',
      ),
    ).toEqual(['BEGIN:VCARD\nFN:Ana\nEND:VCARD', 'BEGIN:VCARD\nFN:Bia\nend:vcard']))
  it.each(['', 'BEGIN:VCARD', 'lixo', ':::', '\0'])('shows %j as text', (text) =>
    expect(parseVcard(text)).toBeNull(),
  )
  it('that is built says what it was built of, whatever the name', () => {
    const contacts = ['Ana', 'Silva; Rui, filho', String.raw`Bar \n Café`, 'Lúcia 😀'].map((name) => ({
      name,
      number: '5511955554444',
    }))
    expect(parseVcards(buildVcards(contacts))).toEqual(
      contacts.map(({ name, number }) => ({ name, number: `+${number}`, digits: number })),
    )
  })
  it('is one line a field, also of a name with line breaks', () =>
    expect(buildVcards([{ name: 'Ana\nTEL:1', number: '55119' }]).split('\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;Ana TEL:1;;;',
      'FN:Ana TEL:1',
      'TEL;type=CELL;waid=55119:+55119',
      'END:VCARD',
    ]))
})
