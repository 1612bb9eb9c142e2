import { fillVariables } from './message-variables'

const at = (iso: string) => ({ contactName: 'João  da Silva', now: new Date(iso) })
const noon = at('2026-11-20T15:04:05Z')

describe('a message’s variables', () => {
  it.each([
    ['Oi {{firstName}}!', 'Oi João!'],
    ['{{name}}', 'João  da Silva'],
    ['{{ firstName }}, {{{firstName}}}', 'João, João'],
    ['{{ms}} {{gretting}} {{greeting}}', 'Boa tarde Boa tarde Boa tarde'],
    ['nº {{protocol}}', 'nº 20261120120405'],
    ['{{hour}} {{hora}}', '12:04:05 12:04:05'],
    [
      '{{unknown}} {{FirstName}} {{__proto__}} {{toString}}',
      '{{unknown}} {{FirstName}} {{__proto__}} {{toString}}',
    ],
    ['{{}} {{ {name}} {name}', '{{}} {{ {name}} {name}'],
    ['no variables', 'no variables'],
    ['{{firstName}}{{firstName}}', 'JoãoJoão'],
  ])('%s becomes %s', (body, filled) => {
    expect(fillVariables(body, noon)).toBe(filled)
  })

  it.each([
    ['2026-11-20T03:00:00Z', 'Boa madrugada'],
    ['2026-11-20T08:59:59Z', 'Boa madrugada'],
    ['2026-11-20T09:00:00Z', 'Bom dia'],
    ['2026-11-20T14:59:59Z', 'Bom dia'],
    ['2026-11-20T15:00:00Z', 'Boa tarde'],
    ['2026-11-20T20:59:59Z', 'Boa tarde'],
    ['2026-11-20T21:00:00Z', 'Boa noite'],
    ['2026-11-21T02:59:59Z', 'Boa noite'],
  ])('greet at %s with %s', (iso, greeting) => {
    expect(fillVariables('{{ms}}', at(iso))).toBe(greeting)
  })

  it.each([
    [
      '2026-11-20T15:04:05Z',
      { timeZone: 'Europe/Lisbon', language: 'pt' },
      'Boa tarde 15:04:05 20261120150405',
    ],
    [
      '2026-11-20T15:04:05Z',
      { timeZone: 'America/Manaus', language: 'es' },
      'Buenos días 11:04:05 20261120110405',
    ],
    [
      '2026-07-20T22:30:00Z',
      { timeZone: 'America/New_York', language: 'en' },
      'Good evening 18:30:00 20260720183000',
    ],
    [
      '2026-11-20T23:04:05Z',
      { timeZone: 'Asia/Tokyo', language: 'en' },
      'Good morning 8:04:05 20261121080405',
    ],
  ] as const)('at %s are of the company’s zone and language %j', (iso, locale, filled) => {
    expect(fillVariables('{{ms}} {{hour}} {{protocol}}', { ...at(iso), locale })).toBe(filled)
  })

  it('are plain text: a name is neither escaped nor read as a variable', () => {
    expect(
      fillVariables('{{name}}', { contactName: `D'Ávila & "Cia" <b>{{hour}}</b> $& $1`, now: noon.now }),
    ).toBe(`D'Ávila & "Cia" <b>{{hour}}</b> $& $1`)
  })

  it('are empty for a contact without a name', () => {
    expect(fillVariables('[{{firstName}}{{name}}]', { contactName: '', now: noon.now })).toBe('[]')
  })
})
