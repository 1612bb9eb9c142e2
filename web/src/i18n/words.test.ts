import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { errorCodes, sessionEnds } from '@balcao/contracts'

import { namespaces } from '../testing/namespaces'
import { matchLanguage, languages, type Language, type Namespace } from './i18n'

interface Words {
  [key: string]: string | Words
}

const read = (language: Language, namespace: string): Words =>
  JSON.parse(readFileSync(join(__dirname, language, `${namespace}.json`), 'utf8')) as Words

const flat = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  )

const listPlaceholders = (text: string): string[] =>
  [...text.matchAll(/{{(\w+)}}|<(\w+)>/g)].map(([hole]) => hole).sort()

describe.each(namespaces.map((namespace) => [namespace]))('the words of %s', (namespace: Namespace) => {
  const portuguese = new Map(flat(read('pt', namespace)))

  it.each(['en', 'es'] as const)('are all there in %s, with the same holes', (language) => {
    const other = new Map(flat(read(language, namespace)))
    expect([...other.keys()].sort()).toEqual([...portuguese.keys()].sort())
    for (const [key, text] of portuguese)
      expect([key, listPlaceholders(other.get(key) ?? '')]).toEqual([key, listPlaceholders(text)])
  })

  it('are nowhere empty', () => {
    for (const language of languages)
      for (const [key, text] of flat(read(language, namespace)))
        expect([language, key, text.trim() === '']).toEqual([language, key, false])
  })
})

/* A key stands in the sources whole, or as a template with values between dots: t(`status.${status}`). */
describe('every text', () => {
  const folder = join(__dirname, '..')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const literals = new Set([...sources.matchAll(/['"`](?:\w+:)?([\w.-]+)['"`]/g)].map(([, key]) => key))
  const templates = [...sources.matchAll(/`(?:\w+:)?((?:[\w.-]|\$\{[^}`]*\})+)`/g)]
    .map(([, template = '']) => template.split(/\$\{[^}]*\}/))
    .filter((parts) => parts.some((part) => /\w/.test(part)))
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[^.]+')}$`))
  const isShown = (key: string) => literals.has(key) || templates.some((template) => template.test(key))

  it.each(namespaces.map((namespace) => [namespace]))('of %s is shown somewhere', (namespace) => {
    const keys = flat(read('pt', namespace)).map(([key]) => key.replace(/_(?:zero|one|many|other)$/, ''))
    expect(keys.filter((key) => !isShown(key))).toEqual([])
  })
})

describe('every language', () => {
  it.each([...languages])('has the namespaces of the Portuguese: %s', (language) => {
    const files = readdirSync(join(__dirname, language)).map((file) => file.replace('.json', ''))
    expect(files.sort()).toEqual([...namespaces].sort())
  })

  it.each([...languages])('has a line for every error code: %s', (language) => {
    const lines = read(language, 'common').backendErrors
    expect(Object.keys(lines ?? {}).sort()).toEqual([...errorCodes].sort())
  })
})

describe('every reason why a session ends', () => {
  it.each([...languages])('has its sentence and its short name: %s', (language) => {
    const { lastEnd, health } = read(language, 'connections') as { lastEnd: Words; health: { end: Words } }
    expect(Object.keys(lastEnd).sort()).toEqual([...sessionEnds].sort())
    expect(Object.keys(health.end).sort()).toEqual([...sessionEnds, 'restart-required'].sort())
  })
})

describe('the specification’s literals', () => {
  const common = new Map(flat(read('pt', 'common')))

  it.each([
    ['auth.accountElsewhere', 'Sua conta foi acessada em outro computador.'],
    ['guard.plan', 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'],
    [
      'auth.expired',
      'Opss! Sua assinatura venceu {{date}}. Entre em contato com o Suporte para mais informações!',
    ],
    ['shell.greeting', 'Olá <b>{{user}}</b>, Bem vindo a <b>{{company}}</b>!'],
    ['shell.activeUntil', '(Ativo até {{date}})'],
  ])('%s is byte for byte', (key, text) => {
    expect(common.get(key)).toBe(text)
  })
})

describe('a language tag', () => {
  it('is one of ours, Portuguese without one', () => {
    expect(['pt-BR', 'en-US', 'es-419', 'fr', '', null].map(matchLanguage)).toEqual([
      'pt',
      'en',
      'es',
      'pt',
      'pt',
      'pt',
    ])
  })
})
