// usage: npm run figures [-- <folder> …]      what the repository weighs, by hand-written TypeScript and JavaScript: files, lines, long
//        functions, casts, import cycles, duplicates. It judges nothing. Duplicates are counted by jscpd, fetched once by npx.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import ts from 'typescript'

import { checkNode, installIfNeeded } from './support/install.mjs'
import { at, capture, say } from './support/project.mjs'

checkNode()
await installIfNeeded()

const JSCPD = '4.3.0'
/* Six lines: shorter repetitions are mostly lists of imports. */
const DUPLICATE_LINES = 6
const LONG_FUNCTION_LINES = 100
const FEW_PARAMETERS = 4

const CODE = /\.(?:[cm]?js|tsx?)$/
const GENERATED = /\/gen\/|\.d\.ts$/
const TEST = /\.test\.|\/tests\/|\/testing\/|^services\/shared\/testkit\//

const { output } = await capture('git', ['ls-files', '--', ...process.argv.slice(2)])
const files = output
  .split('\n')
  .filter((file) => CODE.test(file) && !GENERATED.test(file) && existsSync(at(file)))

const packages = {
  '@balcao/contracts/wire': 'services/shared/contracts/src/wire',
  '@balcao/contracts': 'services/shared/contracts/src/index',
  '@balcao/kernel': 'services/shared/kernel/src/index',
  '@balcao/platform': 'services/shared/platform/src/index',
  '@balcao/testkit': 'services/shared/testkit/src/index',
}

const known = new Set(files)
function resolveImport(from, name) {
  const service = /^@balcao\/([\w-]+)\/(service|seed)$/.exec(name)
  const base = name.startsWith('.')
    ? path.posix.join(path.posix.dirname(from), name)
    : service
      ? `services/${service[1]}/src/${service[2]}`
      : packages[name]
  if (!base) return undefined
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((end) => base + end)
    .find((file) => known.has(file))
}

/* Imports of types alone are gone when the code runs. */
const isOfTypes = (node) =>
  ts.isImportDeclaration(node)
    ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : node.isTypeOnly

function measure(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line
  const found = { lines: lineOf(text.length), long: [], wide: [], casts: 0, imports: [] }
  const visit = (node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const at = `${file}:${lineOf(node.getStart()) + 1}`
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1
      if (lines > LONG_FUNCTION_LINES) found.long.push(`${at} ${lines} lines`)
      if (node.parameters.length > FEW_PARAMETERS)
        found.wide.push(`${at} ${node.parameters.length} parameters`)
    }
    // `as const` asserts nothing.
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') found.casts += 1
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      !isOfTypes(node)
    ) {
      const target = resolveImport(file, node.moduleSpecifier.text)
      if (target) found.imports.push(target)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/* Groups of files that import each other, by Tarjan's algorithm. */
function findCycles(imports) {
  const index = new Map()
  const low = new Map()
  const stack = []
  const cycles = []
  const enter = (file) => {
    index.set(file, index.size)
    low.set(file, index.get(file))
    stack.push(file)
    for (const target of imports.get(file) ?? []) {
      if (!index.has(target)) enter(target)
      if (stack.includes(target)) low.set(file, Math.min(low.get(file), low.get(target)))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) cycles.push(group)
  }
  for (const file of imports.keys()) if (!index.has(file)) enter(file)
  return cycles
}

async function countDuplicates(list) {
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-figures-'))
  try {
    const { code, output } = await capture('npx', [
      '--yes',
      `jscpd@${JSCPD}`,
      ...[
        '--silent',
        '--reporters',
        'json',
        '--output',
        folder,
        '--min-lines',
        String(DUPLICATE_LINES),
        '--min-tokens',
        '50',
      ],
      ...list,
    ])
    const report = path.join(folder, 'jscpd-report.json')
    if (!existsSync(report)) return `jscpd ended with code ${code}: ${output.trim().split('\n').at(-1)}`
    const { clones, duplicatedLines, percentage } = JSON.parse(await readFile(report, 'utf8')).statistics
      .total
    return `${clones} pairs, ${duplicatedLines} lines (${percentage} %)`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const measured = new Map()
for (const file of files) measured.set(file, measure(file, await readFile(at(file), 'utf8')))

const sum = (list, value) => list.reduce((total, file) => total + value(measured.get(file)), 0)
for (const [name, list] of [
  ['product', files.filter((file) => !TEST.test(file))],
  ['tests', files.filter((file) => TEST.test(file))],
]) {
  const all = (key) => list.flatMap((file) => measured.get(file)[key])
  say(
    `${name}: ${list.length} files, ${sum(list, ({ lines }) => lines)} lines, ${sum(list, ({ casts }) => casts)} casts`,
  )
  say(`  functions of more than ${LONG_FUNCTION_LINES} lines: ${all('long').length}`)
  if (name === 'product') for (const each of all('long')) say(`    ${each}`)
  say(`  functions of more than ${FEW_PARAMETERS} parameters: ${all('wide').length}`)
  const cycles = findCycles(new Map(list.map((file) => [file, measured.get(file).imports])))
  say(`  import cycles: ${cycles.length}`)
  for (const cycle of cycles) say(`    ${cycle.length} files: ${cycle.slice(0, 6).join(', ')}`)
  say(`  duplicates of ${DUPLICATE_LINES} lines or more: ${await countDuplicates(list)}`)
}
