import {
  chooseHeaderFormat,
  findSampleFault,
  findTemplateFaults,
  templateFaults,
  type CheckedTemplate,
  type TemplateFault,
} from './template-faults'
import type { HeaderFormat } from './templates'

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
    ['a title above a picture', { headerFormat: 'IMAGE', header: 'Oi' }, 'header', 'textless'],
    ['a title that is none', { headerFormat: 'NONE', header: 'Oi' }, 'header', 'textless'],
    ['a title without text', { headerFormat: 'TEXT', header: ' ' }, 'header', 'blank'],
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

describe('a header', () => {
  it.each<[HeaderFormat | undefined, string, HeaderFormat]>([
    [undefined, '', 'NONE'],
    [undefined, 'Oi', 'TEXT'],
    ['TEXT', '', 'TEXT'],
    ['NONE', '', 'NONE'],
    ['IMAGE', '', 'IMAGE'],
  ])('said to be %s, with the text %j, is %s', (headerFormat, header, expected) => {
    expect(chooseHeaderFormat({ headerFormat, header })).toBe(expected)
  })
})

describe('the sample of a header', () => {
  const MOST = 1_000
  const limits = { maxBytes: { image: MOST, video: MOST, application: MOST } }
  it.each<[HeaderFormat, string, number, TemplateFault | undefined]>([
    ['IMAGE', 'image/jpeg', MOST, undefined],
    ['IMAGE', 'image/png', 1, undefined],
    ['IMAGE', 'image/webp', 1, 'sample'],
    ['IMAGE', 'application/pdf', 1, 'sample'],
    ['IMAGE', 'image/png', 0, 'sample'],
    ['IMAGE', 'image/png', MOST + 1, 'large'],
    ['VIDEO', 'video/mp4', MOST, undefined],
    ['VIDEO', 'video/3gpp', 1, 'sample'],
    ['VIDEO', 'video/mp4', MOST + 1, 'large'],
    ['DOCUMENT', 'application/pdf', MOST, undefined],
    ['DOCUMENT', 'application/msword', 1, 'sample'],
    ['DOCUMENT', 'text/plain', 1, 'sample'],
    ['TEXT', 'image/png', 1, 'fileless'],
    ['NONE', 'image/png', 1, 'fileless'],
  ])('of %s, %s of %i bytes: %s', (format, mimeType, sizeBytes, expected) => {
    expect(findSampleFault(format, { mimeType, sizeBytes }, limits)).toBe(expected)
  })

  it.each<[HeaderFormat, TemplateFault | undefined]>([
    ['NONE', undefined],
    ['TEXT', undefined],
    ['IMAGE', 'sample'],
    ['VIDEO', 'sample'],
    ['DOCUMENT', 'sample'],
  ])('of %s may be left out or not: %s', (format, expected) => {
    expect(findSampleFault(format, undefined, limits)).toBe(expected)
  })
})
