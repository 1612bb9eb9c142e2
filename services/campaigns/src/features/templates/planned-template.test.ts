import { renderTemplate, type PlannedTemplate } from './planned-template'

const parameter = (text: string) => ({ part: 'body', index: 0, buttonType: '', name: '', text })
const template: PlannedTemplate = {
  name: 'oferta',
  language: 'pt_BR',
  parameters: [parameter('{nome}'), parameter('hoje')],
  text: 'Olá, {nome}! Só hoje.',
}
const render = (name: string) => (text: string) => text.replace('{nome}', name)

it('a template is filled in for each contact, as Meta takes values', () =>
  expect(renderTemplate(template, render(' Ana\n Lima '))).toEqual({
    template: { name: 'oferta', language: 'pt_BR', parameters: [parameter('Ana Lima'), parameter('hoje')] },
    body: 'Olá,  Ana\n Lima ! Só hoje.',
  }))

it.each(['', ' \n '])('a template is not filled in with the blank value %j', (name) =>
  expect(renderTemplate(template, render(name))).toBeUndefined(),
)
