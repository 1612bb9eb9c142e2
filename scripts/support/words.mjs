// The words that GLOSSARY.md refuses, and where files have them.
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { listFiles } from './documents.mjs'
import { at } from './project.mjs'

const HEADING = '## Words we do not use'
const READ = /\.(ts|tsx|mjs|cjs|js|css|sh|yaml|proto|tpl|py|html|Dockerfile|md)$/
const CODE = /\.(ts|tsx|mjs|cjs|js)$/
/* The list itself, what was, and what is generated. */
const NOT_READ = /^(GLOSSARY|CHANGELOG)\.md$|\/src\/gen\//

const listCodes = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code)
const isPath = (code) => /[./]/.test(code)
const listCells = (row) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The rows of the glossary's table: words, what to use instead, and where they may stand. */
export function parseRefusedWords(glossary) {
  const [, section = ''] = glossary.split(`\n${HEADING}\n`)
  const [table = ''] = /(?:^\|.*\n?)+/m.exec(section) ?? []
  const rows = table.trim().split('\n').slice(2).map(listCells)
  return rows.flatMap(([words, instead, where, allowed]) =>
    words.split(', ').map((word) => ({
      word,
      instead,
      onlyNames: /^names\b/.test(where),
      only: listCodes(where),
      allowedFiles: listCodes(allowed).filter(isPath),
      allowedNames: listCodes(allowed).filter((code) => !isPath(code)),
    })),
  )
}

/** `list words` of `listWords`, `LIST_WORDS` and `list-words`. */
const toWords = (text) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()

const blank = (text) => text.replace(/[^\n]/g, ' ')

/* What is left of code without comments and texts; the expressions in a template stay. */
const withoutTexts = (code) =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(^|[\s;{}(),])\/\/[^\n]*/g, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, blank)
    .replace(/`(?:[^`\\]|\\.)*`/g, (template) =>
      template
        .split(/(\$\{[^{}]*\})/)
        .map((part) => (part.startsWith('${') ? part : blank(part)))
        .join(''),
    )

const NAME = /[A-Za-z_$][\w$]*/g
const isIn = (file, paths) => paths.some((part) => file.includes(part))

function buildPattern({ word, onlyNames }) {
  const plural = `${word.replaceAll(' ', '\\s+')}(?:s|es)?`
  return onlyNames ? new RegExp(`(?<![a-z])${plural}$`) : new RegExp(`(?<![a-z])${plural}(?![a-z])`)
}

/** Where a file has a refused word: `file.ts:12 <word>: use <instead>`. Line 0 is the file's name. */
export function findRefusedWords(file, text, rules) {
  const small = `${file}\n${text}`.toLowerCase()
  const wanted = rules.filter(
    ({ word, only, allowedFiles }) =>
      small.includes(word.split(' ')[0]) &&
      (only.length === 0 || isIn(file, only)) &&
      !isIn(file, allowedFiles),
  )
  if (wanted.length === 0) return []
  const lines = [path.basename(file), ...text.split('\n')]
  const code = CODE.test(file) ? ['', ...withoutTexts(text).split('\n')] : []
  return wanted.flatMap((rule) => {
    const pattern = buildPattern(rule)
    const isAllowed = (name) => rule.allowedNames.includes(name)
    const has = rule.onlyNames
      ? (line) => (line.match(NAME) ?? []).some((name) => !isAllowed(name) && pattern.test(toWords(name)))
      : (line) => pattern.test(toWords(line.replace(NAME, (name) => (isAllowed(name) ? '' : name))))
    return (rule.onlyNames ? code : lines).flatMap((line, index) =>
      has(line) ? [`${file}:${index} ${rule.word}: use ${rule.instead}`] : [],
    )
  })
}

/** Refused words in all files of the repository. */
export async function findRefusedWordsEverywhere() {
  const rules = parseRefusedWords(readFileSync(at('GLOSSARY.md'), 'utf8'))
  const files = (await listFiles()).filter((file) => READ.test(file) && !NOT_READ.test(file))
  return files.flatMap((file) => findRefusedWords(file, readFileSync(at(file), 'utf8'), rules))
}
