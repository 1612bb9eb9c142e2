import {
  canEditTemplate,
  canFillTemplate,
  fillTemplate,
  listTemplateVariables,
  noTemplateContent,
  previewTemplate,
  type TemplateContent,
} from './templates'

const content = (own: Partial<TemplateContent> = {}): TemplateContent => ({ ...noTemplateContent, ...own })
const button = (own: Partial<TemplateContent['buttons'][number]>) => ({
  type: 'URL',
  text: 'Abrir',
  url: '',
  phoneNumber: '',
  ...own,
})
const values = (own: { header?: string[]; body?: string[]; buttons?: string[] } = {}) => ({
  header: [],
  body: [],
  buttons: [],
  ...own,
})

describe('the variables of a template', () => {
  it.each([
    ['none', content({ body: 'Olá' }), []],
    [
      'numbers by size, each once',
      content({ body: '{{2}} e {{10}} e {{1}} e {{2}}' }),
      ['body 1', 'body 2', 'body 10'],
    ],
    [
      'names in the order of the text',
      content({ isNamed: true, body: '{{pedido}} de {{nome}}' }),
      ['body pedido', 'body nome'],
    ],
    [
      'those of a header before the body',
      content({ headerFormat: 'TEXT', header: 'Oi {{1}}', body: 'a {{1}}' }),
      ['header 1', 'body 1'],
    ],
    ['none of a header that is a file', content({ headerFormat: 'IMAGE', header: '{{1}}', body: 'a' }), []],
    [
      'links and codes of buttons',
      content({
        body: 'a',
        buttons: [
          button({ type: 'QUICK_REPLY' }),
          button({ url: 'https://example.com/{{1}}' }),
          button({ url: 'https://example.com/' }),
          button({ type: 'COPY_CODE' }),
        ],
      }),
      ['button 1', 'button code'],
    ],
  ])('are %s', (_name, given, expected) => {
    expect(listTemplateVariables(given).map(({ part, name }) => `${part} ${name}`)).toEqual(expected)
  })
})

describe('a template', () => {
  it.each([
    ['with a text', 'UTILITY', content({ body: 'a' }), true],
    ['with a header of text', 'MARKETING', content({ headerFormat: 'TEXT', header: 'b', body: 'a' }), true],
    ['with a picture', 'MARKETING', content({ headerFormat: 'IMAGE', body: 'a' }), true],
    ['with a document', 'UTILITY', content({ headerFormat: 'DOCUMENT', body: 'a' }), true],
    ['with a place', 'MARKETING', content({ headerFormat: 'LOCATION', body: 'a' }), false],
    ['with a carousel', 'MARKETING', content({ headerFormat: 'CAROUSEL', body: 'a' }), false],
    ['without a body', 'MARKETING', content(), false],
    ['with buttons', 'UTILITY', content({ body: 'a', buttons: [button({ type: 'QUICK_REPLY' })] }), true],
    ['with a form', 'UTILITY', content({ body: 'a', buttons: [button({ type: 'FLOW' })] }), false],
    ['that is a one-time code', 'AUTHENTICATION', content({ body: 'a' }), false],
  ])('%s: the desk can fill it in: %s %j %s', (_name, category, given, can) => {
    expect(canFillTemplate(category, given)).toBe(can)
  })

  it('is filled in its order, without line breaks in the values', () => {
    const given = content({
      headerFormat: 'TEXT',
      header: 'Pedido {{1}}',
      body: 'Olá, {{1}}! O pedido {{2}} saiu.',
      footer: 'Loja do Bairro',
      buttons: [button({ type: 'QUICK_REPLY' }), button({ url: 'https://example.com/{{1}}' })],
    })
    expect(
      fillTemplate(given, values({ header: ['77'], body: [' Ana\n Lima ', '77\t-1'], buttons: ['p77'] })),
    ).toEqual({
      text: 'Pedido 77\nOlá, Ana Lima! O pedido 77 -1 saiu.\nLoja do Bairro',
      parameters: [
        { part: 'header', index: 0, buttonType: '', name: '', text: '77' },
        { part: 'body', index: 0, buttonType: '', name: '', text: 'Ana Lima' },
        { part: 'body', index: 0, buttonType: '', name: '', text: '77 -1' },
        { part: 'button', index: 1, buttonType: 'url', name: '', text: 'p77' },
      ],
    })
  })

  it('names its values where its variables have names', () => {
    const given = content({ isNamed: true, body: 'Olá, {{nome}}: {{pedido}} de {{nome}}.' })
    const filled = fillTemplate(given, values({ body: ['Ana', '77'] }))
    expect(filled?.text).toBe('Olá, Ana: 77 de Ana.')
    expect(filled?.parameters.map(({ name }) => name)).toEqual(['nome', 'pedido'])
  })

  it('is not filled with braces that a value brings', () => {
    const filled = fillTemplate(content({ body: 'a {{1}} b {{2}} c' }), values({ body: ['{{2}}', 'x'] }))
    expect(filled?.text).toBe('a {{2}} b x c')
  })

  it.each([
    ['too few values', values({ body: ['Ana'] })],
    ['too many values', values({ body: ['Ana', '1', '2'] })],
    ['a blank one', values({ body: ['Ana', ' \n'] })],
    ['a value for a header that has none', values({ header: ['x'], body: ['Ana', '1'] })],
    ['a body that becomes too long', values({ body: ['Ana', 'x'.repeat(1_020)] })],
  ])('is not sent with %s', (_name, given) => {
    expect(fillTemplate(content({ body: 'Olá {{1}}: {{2}}.' }), given)).toBeUndefined()
  })

  it('shows in its preview what is still to be filled in', () => {
    expect(
      previewTemplate(content({ body: 'Olá {{1}}: {{2}}.' }), { header: [], body: ['', '77'] }).body,
    ).toBe('Olá {{1}}: 77.')
  })
})

describe('a template is edited here', () => {
  it.each<[string, string, Partial<TemplateContent>, boolean]>([
    ['a text alone', 'UTILITY', {}, true],
    [
      'a title and plain buttons',
      'MARKETING',
      { headerFormat: 'TEXT', header: 'Oi', buttons: [button({ url: 'https://a.example' })] },
      true,
    ],
    ['a link with a variable', 'UTILITY', { buttons: [button({ url: 'https://a.example/{{1}}' })] }, false],
    ['a code to copy', 'MARKETING', { buttons: [button({ type: 'COPY_CODE' })] }, false],
    ['a file in the header', 'UTILITY', { headerFormat: 'IMAGE' }, true],
    ['a place in the header', 'UTILITY', { headerFormat: 'LOCATION' }, false],
    ['named variables', 'UTILITY', { isNamed: true }, false],
    ['a one-time code', 'AUTHENTICATION', {}, false],
    ['no text', 'UTILITY', { body: '' }, false],
  ])('with %s or not', (_name, category, own, expected) => {
    expect(canEditTemplate(category, content({ body: 'Olá', ...own }))).toBe(expected)
  })
})
