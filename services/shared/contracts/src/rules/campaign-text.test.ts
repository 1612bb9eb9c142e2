import { chooseText, renderText } from './campaign-text'

const NOW = new Date('2026-11-22T12:00:00Z')
const ana = { name: 'Ana Souza', number: '5511987654321', email: 'ana@example.test' }
const settings = {
  variables: [{ key: 'cupom', value: 'NATAL {nome}' }],
  timeZone: 'America/Sao_Paulo',
  language: 'pt' as const,
}

describe('the text of a contact', () => {
  it.each([
    [0, 'um'],
    [1, 'dois'],
    [2, 'um'],
  ])('at position %s is %s', (position, text) =>
    expect(chooseText(['um', '', 'dois', ' ', ''], position)).toBe(text),
  )

  it('is empty where none was written', () => expect(chooseText(['', ''], 3)).toBe(''))

  it.each([
    ['Oi {nome}!', 'Oi Ana Souza!'],
    ['{email} {numero}', 'ana@example.test 5511987654321'],
    ['Use {cupom}', 'Use NATAL {nome}'],
    ['{{ms}}, {{firstName}}', 'Bom dia, Ana'],
    ['{desconhecida} {nome', '{desconhecida} {nome'],
    ['{__proto__} {constructor}', '{__proto__} {constructor}'],
  ])('%s is sent as %s', (text, sent) => expect(renderText(text, ana, settings, NOW)).toBe(sent))

  it('has the time and the greeting of the company’s zone and language', () =>
    expect(
      renderText('{{ms}} {{hour}}', ana, { ...settings, timeZone: 'Asia/Tokyo', language: 'en' }, NOW),
    ).toBe('Good evening 21:00:00'))

  it('inserts a name as it is', () =>
    expect(renderText('Oi {nome}', { ...ana, name: '{cupom} $& {{ms}}' }, settings, NOW)).toBe(
      'Oi {cupom} $& {{ms}}',
    ))
})
