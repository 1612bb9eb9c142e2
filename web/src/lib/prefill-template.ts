import {
  listTemplateVariables,
  type ContactView,
  type TemplateContent,
  type TemplateVariable,
} from '@balcao/contracts'

type Known = Pick<ContactView, 'name' | 'number' | 'email'>

export interface ContactFact {
  /** `own`: a variable of the company. */
  id: 'firstName' | 'name' | 'number' | 'email' | 'own'
  text: string
}

/** Filled in with the contact's when a text is sent later. */
export const contactVariables: readonly ContactFact[] = [
  { id: 'firstName', text: '{{firstName}}' },
  { id: 'name', text: '{{name}}' },
]

/** What is known of the contact, to be put into a variable. */
export const listContactFacts = ({ name, number, email }: Known): ContactFact[] => {
  const facts: ContactFact[] = [
    { id: 'firstName', text: name.trim().split(/\s+/)[0] ?? '' },
    { id: 'name', text: name.trim() },
    { id: 'number', text: number },
    { id: 'email', text: email.trim() },
  ]
  return facts.filter(({ text }) => text !== '')
}

/* Names of variables as companies write them, in the product's languages. */
const factsByName: readonly [RegExp, ContactFact['id']][] = [
  [
    /^(nome|name|nombre|cliente|customer|first_?name|primeiro_?nome|customer_?name|nome_?(do_?)?cliente)$/,
    'firstName',
  ],
  [/^(nome_?completo|full_?name|nombre_?completo)$/, 'name'],
  [/^(telefone|phone|telefono|celular|number|numero)$/, 'number'],
  [/^(e_?mail|correo)$/, 'email'],
]

/* "Olá, {{1}}", "Oi {{1}}", "Hi {{1}}", "Prezada {{1}}" …: what follows is the name. */
const GREETING =
  /(^|[\n.!?] *)(ol[áa]|oi|hola|hello|hi|dear|prezad[oa](\(a\))?|car[oa]|querid[oa]|estimad[oa]|bom dia|boa tarde|boa noite|buenos d[ií]as|buenas tardes)[ ,]*$/i

function findFact(
  { part, name }: TemplateVariable,
  { body, header }: TemplateContent,
): ContactFact['id'] | undefined {
  const named = factsByName.find(([pattern]) => pattern.test(name.toLowerCase()))
  if (named) return named[1]
  const text = part === 'body' ? body : part === 'header' ? header : ''
  const before = text.split(`{{${name}}}`)[0] ?? ''
  return text !== '' && GREETING.test(before) ? 'firstName' : undefined
}

/** What the variables are filled with before anything is written: the contact's name after a greeting, and what their names say; else ''. */
export const prefillTemplate = (content: TemplateContent, facts: readonly ContactFact[]): string[] =>
  listTemplateVariables(content).map((variable) => {
    const fact = findFact(variable, content)
    return facts.find(({ id }) => id === fact)?.text ?? ''
  })
