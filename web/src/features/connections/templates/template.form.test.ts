import { templateFaults } from '@balcao/contracts'

import { buildTemplate } from '../../../testing/template-builders'
import {
  checkTemplate,
  checkTemplateEdit,
  countButtons,
  emptyTemplate,
  findSample,
  removeButton,
  toTemplateBody,
  toTemplateEdit,
  toTemplateValues,
} from './template.form'

const sample = new File(['a picture'], 'vitrine.png', { type: 'image/png' })
const filled = {
  ...emptyTemplate,
  name: 'pedido_saiu',
  headerFormat: 'TEXT',
  header: ' Pedido {{1}} ',
  headerExample: '77',
  body: 'Olá, {{1}}! O pedido {{2}} saiu para entrega hoje.',
  example0: 'Ana',
  example1: '77',
  type0: 'QUICK_REPLY',
  text0: 'Obrigada',
  type1: 'URL',
  text1: 'Loja',
  url1: 'https://example.com',
}

describe('the form of a template', () => {
  it('sends what is filled in, and nothing of what a kind of button does not have', () => {
    expect(toTemplateBody({ ...filled, phone1: '123' })).toEqual({
      name: 'pedido_saiu',
      language: 'pt_BR',
      category: 'UTILITY',
      headerFormat: 'TEXT',
      header: 'Pedido {{1}}',
      headerExamples: ['77'],
      body: filled.body,
      bodyExamples: ['Ana', '77'],
      footer: '',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Obrigada', url: '', phoneNumber: '' },
        { type: 'URL', text: 'Loja', url: 'https://example.com', phoneNumber: '' },
      ],
    })
    expect(checkTemplate(filled)).toEqual({})
  })

  it.each([
    ['no name', { name: '' }, 'name'],
    ['a name with spaces', { name: 'Pedido saiu' }, 'name'],
    ['no example', { example1: '' }, 'example1'],
    ['no example of the title', { headerExample: ' ' }, 'headerExample'],
    ['no title', { header: ' ' }, 'header'],
    ['no sample', { headerFormat: 'VIDEO' }, 'file'],
    ['no text', { body: '' }, 'body'],
    ['a variable at the end', { body: 'O pedido saiu hoje para a senhora {{1}}' }, 'body'],
    ['no text of a button', { text0: '' }, 'text0'],
    ['no link', { url1: '' }, 'url1'],
    ['a long footer', { footer: 'x'.repeat(61) }, 'footer'],
  ])('with %s says so at its field', (_name, own, field) => {
    expect(Object.keys(checkTemplate({ ...filled, ...own }))).toEqual([field])
  })

  it('keeps the words of the rules', () => {
    expect(checkTemplate({ ...filled, footer: 'a {{1}}' })).toEqual({ footer: templateFaults.none })
  })

  it.each([
    ['a picture', 'IMAGE', sample],
    ['no header', 'NONE', null],
    ['a title', 'TEXT', null],
  ])('with %s sends its sample alone, and the title alone', (_name, headerFormat, expected) => {
    const values = { ...filled, headerFormat, file: sample }
    expect(checkTemplate(values)).toEqual({})
    expect(findSample(values)).toBe(expected)
    const { header, headerExamples, ...body } = toTemplateBody(values)
    expect({ format: body.headerFormat, header, headerExamples }).toEqual({
      format: headerFormat,
      ...(headerFormat === 'TEXT'
        ? { header: 'Pedido {{1}}', headerExamples: ['77'] }
        : { header: '', headerExamples: [] }),
    })
  })

  it('removes a button, and those after it move up', () => {
    const left = removeButton(filled, 0)
    expect(countButtons(left)).toBe(1)
    expect(toTemplateBody(left).buttons).toEqual([
      { type: 'URL', text: 'Loja', url: 'https://example.com', phoneNumber: '' },
    ])
  })
})

describe('the form of a template that exists', () => {
  const template = buildTemplate({
    headerFormat: 'TEXT',
    header: 'Pedido {{1}}',
    headerExamples: ['77'],
    body: filled.body,
    bodyExamples: ['Ana', '77'],
    footer: 'Loja',
    buttons: [{ type: 'URL', text: 'Loja', url: 'https://example.com', phoneNumber: '' }],
  })

  it('has all that the template says, and sends it back as it is', () => {
    const values = toTemplateValues(template)
    expect(checkTemplateEdit(values)).toEqual({})
    expect(toTemplateEdit(values, { state: 'REJECTED' })).toEqual({
      category: 'UTILITY',
      headerFormat: 'TEXT',
      header: 'Pedido {{1}}',
      headerExamples: ['77'],
      body: filled.body,
      bodyExamples: ['Ana', '77'],
      footer: 'Loja',
      buttons: template.buttons,
    })
    expect(toTemplateEdit(values, { state: 'APPROVED' }).category).toBeUndefined()
  })

  it('asks for the sample of its header again', () => {
    const values = toTemplateValues({ ...template, headerFormat: 'IMAGE', header: '', headerExamples: [] })
    expect(checkTemplateEdit(values)).toEqual({ file: 'Required' })
    const chosen = { ...values, file: sample }
    expect(checkTemplateEdit(chosen)).toEqual({})
    expect(toTemplateEdit(chosen, template)).toMatchObject({ headerFormat: 'IMAGE', header: '' })
  })

  it('asks for examples that were read before they were kept', () => {
    const values = toTemplateValues({ ...template, headerExamples: [], bodyExamples: [] })
    expect(Object.keys(checkTemplateEdit(values))).toEqual(['headerExample', 'example0', 'example1'])
  })
})
