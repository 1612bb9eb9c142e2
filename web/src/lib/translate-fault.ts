import { literals, templateFaults } from '@balcao/contracts'
import i18next, { type ParseKeys } from 'i18next'

type Rule = Extract<ParseKeys, `validation.${string}`>

/* What the contracts say, in the specification's words, which are the same in every language. */
const rules: ReadonlyMap<string, Rule> = new Map([
  [literals.short, 'validation.short'],
  [literals.long, 'validation.long'],
  [literals.simple, 'validation.simple'],
  [literals.required, 'validation.required'],
  [literals.mandatory, 'validation.required'],
  [literals.email, 'validation.email'],
  [literals.messageShort, 'validation.messageShort'],
  ['Invalid phone', 'validation.phone'],
  ['Invalid date', 'validation.date'],
  ['Invalid time', 'validation.time'],
  ['Invalid time zone', 'validation.timeZone'],
  ['As senhas não correspondem', 'validation.differentPasswords'],
  ['O nome completo é obrigatório', 'validation.payerName'],
  ['O Endereço é obrigatório', 'validation.payerAddress'],
  ['Cidade é obrigatória', 'validation.payerCity'],
  ['CEP é obrigatório', 'validation.payerZipcode'],
  ['CEP inválido', 'validation.zipcode'],
  ['País é obrigatório', 'validation.payerCountry'],
  ['País inválido', 'validation.country'],
  ['Only lowercase letters, digits and _', 'validation.template.name'],
  [templateFaults.format, 'validation.template.form'],
  [templateFaults.numbers, 'validation.template.numbers'],
  [templateFaults.edges, 'validation.template.edges'],
  [templateFaults.ratio, 'validation.template.ratio'],
  [templateFaults.one, 'validation.template.one'],
  [templateFaults.none, 'validation.template.none'],
  [templateFaults.examples, 'validation.template.examples'],
  [templateFaults.link, 'validation.template.link'],
  [templateFaults.phone, 'validation.template.phone'],
  [templateFaults.groups, 'validation.template.groups'],
  [templateFaults.most, 'validation.template.most'],
  [templateFaults.category, 'validation.template.category'],
  [templateFaults.textless, 'validation.template.textless'],
  [templateFaults.sample, 'validation.template.sample'],
  [templateFaults.large, 'validation.template.large'],
  [templateFaults.fileless, 'validation.template.fileless'],
])

/* yup's own sentences are English and begin with the field. */
const isEnglish = (message: string, path: string): boolean =>
  message.startsWith('Invalid ') || message.startsWith(`${path} `)

/**
 * What is wrong with a field of a form, in the user's language; a text that is no rule's stays.
 * @param isMissing the field has no value
 */
export const translateFault = (message: string, path: string, isMissing = false): string => {
  const other = isMissing ? 'validation.required' : 'validation.invalid'
  const rule = rules.get(message) ?? (isEnglish(message, path) ? other : undefined)
  return rule ? i18next.t(rule) : message
}

export const translateFaults = (faults: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([path, message]) => [path, translateFault(message, path)]))
