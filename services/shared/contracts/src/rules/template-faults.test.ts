import {
  findTemplateFaults,
  templateFaults,
  type CheckedTemplate,
  type TemplateFault,
} from './template-faults'

const template = (own: Partial<CheckedTemplate> = {}): CheckedTemplate => ({
  header: '',
  headerExamples: [],
  body: 'Olá, {{1}}! O seu pedido saiu para entrega.',
  bodyExamples: ['Ana'],
  footer: '',
  buttons: [],
  ...own,
})
const button = (type: string, own: { url?: string; phoneNumber?: string } = {}) => ({
  type,
  url: '',
  phoneNumber: '',
  ...own,
})
const link = button('URL', { url: 'https://example.com' })
const reply = button('QUICK_REPLY')

describe('a new template', () => {
  it('that Meta takes has no faults', () => {
    expect(
      findTemplateFaults(
        template({
          header: 'Pedido {{1}}',
          headerExamples: ['77'],
          footer: 'Loja',
          buttons: [reply, reply, link],
        }),
      ),
    ).toEqual({})
  })

  it.each<[string, Partial<CheckedTemplate>, string, TemplateFault]>([
    ['a gap between variables', { body: 'Olá, {{2}}! O seu pedido saiu.' }, 'body', 'numbers'],
    ['names for variables', { body: 'Olá, {{nome}}! O seu pedido saiu.' }, 'body', 'numbers'],
    ['a variable at the start', { body: '{{1}}, o seu pedido saiu hoje.' }, 'body', 'edges'],
    ['a variable before the last sign', { body: 'O seu pedido saiu hoje, {{1}}!' }, 'body', 'edges'],
    ['more variables than words', { body: 'Olá {{1}} e', bodyExamples: ['Ana'] }, 'body', 'ratio'],
    ['no example', { bodyExamples: [] }, 'bodyExamples', 'examples'],
    ['a blank example', { bodyExamples: [' '] }, 'bodyExamples', 'examples'],
    ['two variables in the header', { header: '{{1}} {{2}}', headerExamples: ['a', 'b'] }, 'header', 'one'],
    ['no example of the header', { header: 'a {{1}}' }, 'headerExamples', 'examples'],
    ['a variable in the footer', { footer: 'a {{1}}' }, 'footer', 'none'],
    [
      'a link without https',
      { buttons: [button('URL', { url: 'loja.example.com' })] },
      'buttons[0].url',
      'link',
    ],
    [
      'a number with words',
      { buttons: [button('PHONE_NUMBER', { phoneNumber: 'ligue' })] },
      'buttons[0].phoneNumber',
      'phone',
    ],
    ['three links', { buttons: [link, link, link] }, 'buttons[2].type', 'most'],
    ['quick replies on both sides', { buttons: [reply, link, reply] }, 'buttons[2].type', 'groups'],
  ])('with %s is refused there', (_name, own, field, fault) => {
    expect(findTemplateFaults(template(own))).toEqual({ [field]: templateFaults[fault] })
  })
})
