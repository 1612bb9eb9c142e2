// usage: npm run figures [-- <folder> …]      what the repository weighs, by hand-written TypeScript and JavaScript: files, lines, long
//        functions, casts, import cycles, duplicates. It judges nothing. Duplicates are counted by jscpd, fetched once by npx.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import ts from 'typescript'

import { listFiles } from './support/documents.mjs'
import { checkNode, installIfNeeded } from './support/install.mjs'
import { at, bin, capture, say } from './support/project.mjs'

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

const folders = process.argv.slice(2)
const isChosen = (file) =>
  folders.length === 0 || folders.some((folder) => file.startsWith(`${folder.replace(/\/$/, '')}/`))
const files = (await listFiles()).filter((file) => CODE.test(file) && !GENERATED.test(file) && isChosen(file))

function measure(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line
  const found = { lines: lineOf(text.length), long: [], wide: [], casts: 0 }
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
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/* As the import rules count them. */
async function countCycles() {
  const { output } = await capture(bin('depcruise'), [
    ...[
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      'services',
      'integrations',
      'web/src',
    ],
  ])
  const { violations } = JSON.parse(output).summary
  return violations.filter(({ type }) => type === 'cycle').length
}

async function countDuplicates(list) {
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-figures-'))
  try {
    // The list is longer than what npx may give to a shell.
    const config = path.join(folder, 'jscpd.json')
    const settings = { path: list.map((file) => at(file)), minLines: DUPLICATE_LINES, minTokens: 50 }
    await writeFile(
      config,
      JSON.stringify({ ...settings, silent: true, reporters: ['json'], output: folder }),
    )
    const { code, output } = await capture('npx', ['--yes', `jscpd@${JSCPD}`, '--config', config])
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
  say(`  duplicates of ${DUPLICATE_LINES} lines or more: ${await countDuplicates(list)}`)
}
say(`import cycles: ${await countCycles()}`)
