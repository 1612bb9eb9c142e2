// usage: npm run check [-- --without-unit-tests]      format, lint, import rules, types, generated files, unit tests; what needs no server
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { buildServer } from './build.mjs'
import { findAnswerFaults } from './support/answer-compatibility.mjs'
import { installIfNeeded } from './support/install.mjs'
import { at, bin, capture, filesBelow, say } from './support/project.mjs'
import { findLastRelease, readAt } from './support/release-before.mjs'

await installIfNeeded()
// Once: three steps need it, and two run at a time.
await buildServer()

const step = (name, work) => ({ name, work })
const tool = (name, program, args, options) => step(name, () => capture(bin(program), args, options))

async function listDiffering(fresh, committed) {
  const names = new Set(
    [fresh, committed].flatMap((folder) => filesBelow(folder).map((file) => path.relative(folder, file))),
  )
  const differing = []
  for (const name of names) {
    const texts = await Promise.all(
      [fresh, committed].map((folder) => readFile(path.join(folder, name), 'utf8').catch(() => undefined)),
    )
    if (texts[0] !== texts[1]) differing.push(path.join(path.relative(at('.'), committed), name))
  }
  return differing
}

/* Generates into a temporary folder and compares file by file. */
async function compareGenerated() {
  const fresh = await mkdtemp(path.join(tmpdir(), 'balcao-gen-'))
  try {
    const template = (await readFile(at('proto/buf.gen.yaml'), 'utf8')).replace(
      /^(\s*out:).*$/m,
      `$1 ${fresh}`,
    )
    const made = await capture(bin('buf'), ['generate', '--template', template], { cwd: at('proto') })
    if (made.code !== 0) return made
    const { writeApi } = await import('./support/api-schemas.mjs')
    const lists = await import('./support/file-lists.mjs')
    await lists.writeHttpList(fresh)
    await writeApi(fresh)
    const differing = await listDiffering(fresh, at('services/shared/contracts/src/gen'))
    const { CLIENT_FOLDER, writeClient } = await import('./support/api-client.mjs')
    const { SCHEMA_FOLDER, writeEventSchema } = await import('./support/event-schema.mjs')
    const { NODES_FOLDER, writeNodes } = await import('./support/n8n-nodes.mjs')
    const others = [
      [CLIENT_FOLDER, writeClient],
      [SCHEMA_FOLDER, writeEventSchema],
      [NODES_FOLDER, writeNodes],
      [lists.WORDS_FOLDER, lists.writeWordsLists],
      [lists.RESOURCES_FOLDER, lists.writeResourceList],
      ...lists.SCHEMA_FOLDERS.map(({ service, folder }) => [
        folder,
        (written) => lists.writeSchemaLists(written, service),
      ]),
    ]
    for (const [folder, write] of others) {
      const written = path.join(fresh, folder)
      await mkdir(written, { recursive: true })
      await write(written)
      differing.push(...(await listDiffering(written, at(folder))))
    }
    return {
      code: differing.length === 0 ? 0 : 1,
      output: `run npm run codegen; these differ:\n${differing.join('\n')}\n`,
    }
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/* Compares with the last release: proto/baseline.binpb, written by `npm run codegen -- --baseline`. */
const compareWithLastRelease = () =>
  capture(bin('buf'), ['breaking', '--against', 'baseline.binpb'], { cwd: at('proto') })

const ANSWERS = 'services/shared/contracts/src/gen/api.json'

/* Pages of the last release are open while this one rolls out, and integrators upgrade after us. */
async function compareAnswers() {
  const release = await findLastRelease()
  const before = release && (await readAt(release, ANSWERS))
  if (!before) return { code: 0, output: '', skipped: 'no release before in this clone' }
  const faults = findAnswerFaults(JSON.parse(before), JSON.parse(await readFile(at(ANSWERS), 'utf8')))
  const output = `who reads answers of ${release} cannot read:\n${faults.join('\n')}\n`
  return { code: faults.length === 0 ? 0 : 1, output }
}

const scriptTests = filesBelow(at('scripts/tests')).filter((file) => file.endsWith('.test.mjs'))

/* In two processes: with the types of server and web app in one, its memory passes Node's 4 GB. */
const lint = (name, folders) =>
  tool(name, 'eslint', [
    '--cache',
    '--cache-location',
    `.cache/eslint-${folders[0].replace('/', '-')}`,
    ...folders,
  ])

/* The longest first: two at a time end together then. */
const steps = [
  lint('lint of the server', ['services', 'integrations', 'scripts', 'bench', 'deploy', 'helm']),
  ...(existsSync(at('web/src')) ? [lint('lint of the web app', ['web/src', 'web/scripts'])] : []),
  ...(process.argv.includes('--without-unit-tests')
    ? []
    : [step('unit tests', () => capture(process.execPath, ['scripts/test.mjs', '--unit']))]),
  tool('types of the server', 'tsc', ['-p', 'tsconfig.json', '--noEmit']),
  ...(existsSync(at('web/tsconfig.json'))
    ? [tool('types of the web app', 'tsc', ['-p', 'web/tsconfig.json', '--noEmit'])]
    : []),
  tool('format', 'prettier', [
    '--check',
    '--log-level',
    'warn',
    '--cache',
    '--cache-location',
    '.cache/prettier',
    '.',
  ]),
  tool('import rules', 'depcruise', [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
    'services',
    'integrations',
    ...(existsSync(at('web/src')) ? ['web/src'] : []),
  ]),
  tool('proto lint', 'buf', ['lint'], { cwd: at('proto') }),
  step('generated code', compareGenerated),
  step('proto compatibility', compareWithLastRelease),
  step('answers that the last release can read', compareAnswers),
  // npm ci, as in a fresh clone, fails on an incomplete lock file.
  step('lock file', () => capture('npm', ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'])),
  step('.env.example', () => capture(process.execPath, ['scripts/env-example.mjs', '--check'])),
  step('routes of the chart', () => capture(process.execPath, ['scripts/routes.mjs', '--check'])),
  step('tests of the scripts', () => capture(process.execPath, ['--test', ...scriptTests])),
]

const failures = []
const startedAt = Date.now()

async function runStep({ name, work }) {
  const from = Date.now()
  const { code, output, skipped } = await work()
  const seconds = ((Date.now() - from) / 1000).toFixed(1)
  say(`${code === 0 ? (skipped ? '–' : '✓') : '✗'} ${name}${skipped ? ` (${skipped})` : ''} ${seconds} s`)
  if (code !== 0) failures.push({ name, output })
}

const waiting = [...steps]
await Promise.all(
  [0, 1].map(async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runStep(next)
  }),
)

for (const { name, output } of failures) say(`\n── ${name}\n${output.trim()}`)
say(
  `\n${steps.length - failures.length} of ${steps.length} checks passed in ${Math.round((Date.now() - startedAt) / 1000)} s`,
)
process.exitCode = failures.length === 0 ? 0 : 1
