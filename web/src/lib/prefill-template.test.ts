import { noTemplateContent, type TemplateContent } from '@balcao/contracts'

import { listContactFacts, prefillTemplate } from './prefill-template'

const contact = { name: 'Helena Castro', number: '5511987654321', email: '' }
const facts = listContactFacts(contact)
const content = (own: Partial<TemplateContent>): TemplateContent => ({ ...noTemplateContent, ...own })

describe('the variables of a template', () => {
  it.each([
    ['Olá, {{1}}! O pedido {{2}} saiu.', ['Helena', '']],
    ['Oi {{1}}, tudo bem?', ['Helena']],
    ['Aviso. Hi {{1}}: your order {{2}}', ['Helena', '']],
    ['Estimada {{1}}, gracias.', ['Helena']],
    ['O pedido {{1}} saiu.', ['']],
    ['O pedido de Goiás {{1}} saiu.', ['']],
  ])('of %j are filled with %j', (body, expected) => {
    expect(prefillTemplate(content({ body }), facts)).toEqual(expected)
  })

  it('are filled by their names', () => {
    const body = '{{pedido}} de {{nome}}, {{nome_completo}}, {{telefone}}, {{email}}'
    expect(prefillTemplate(content({ isNamed: true, body }), facts)).toEqual([
      '',
      'Helena',
      'Helena Castro',
      '5511987654321',
      '',
    ])
  })

  it('of a header and a link are told apart from those of the body', () => {
    const given = content({
      headerFormat: 'TEXT',
      header: 'Pedido {{1}}',
      body: 'Olá {{1}}!',
      buttons: [{ type: 'URL', text: 'a', url: 'https://example.com/{{1}}', phoneNumber: '' }],
    })
    expect(prefillTemplate(given, facts)).toEqual(['', 'Helena', ''])
  })

  it('may take what is known of the contact, and nothing else', () => {
    expect(listContactFacts({ ...contact, name: ' ' })).toEqual([{ id: 'number', text: contact.number }])
  })
})
