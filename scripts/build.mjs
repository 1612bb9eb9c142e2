// usage: node scripts/build.mjs [--server | --web] [--force]      compiles services to dist/, bundles web/
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { brotliCompress, constants, gzip } from 'node:zlib'

import {
  at,
  bin,
  capture,
  filesBelow,
  isStamped,
  root,
  say,
  serverPackages,
  hashFiles,
  writeStamp,
} from './support/project.mjs'

const TESTS = /\.test\.tsx?$|\.contract\.ts$/
const SWC = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022', keepClassNames: true },
  module: { type: 'commonjs' },
}

/* The testkit is compiled too, so that its README's examples run in a REPL. */
const isBuilt = (file) => !file.endsWith('.d.ts') && !TESTS.test(file)

async function compile(swc, folder, file) {
  const relative = path.relative(at(folder, 'src'), file)
  const target = at(folder, 'dist', relative.replace(/\.ts$/, '.js'))
  await mkdir(path.dirname(target), { recursive: true })
  if (!file.endsWith('.ts')) return cp(file, target)
  const { code, map } = await swc.transformFile(file, {
    ...SWC,
    filename: file,
    sourceFileName: path.relative(path.dirname(target), file),
  })
  await writeFile(target, `${code}\n//# sourceMappingURL=${path.basename(target)}.map\n`)
  await writeFile(`${target}.map`, map)
}

/* The page of `/docs`: in Scalar's package for Fastify, the only small one that has it, it is a string of a module. */
const READER = 'node_modules/@scalar/fastify-api-reference/dist/index.js'

async function writeReader() {
  const [, literal] = /^var standalone_default = ("[^\n]*");$/m.exec(await readFile(at(READER), 'utf8')) ?? []
  if (literal === undefined) throw new Error(`${READER} has no reader: see scripts/build.mjs`)
  const source = runInNewContext(literal).replace(/\n\/\/# sourceMappingURL=.*$/, '')
  const target = at('services/shared/platform/dist/openapi/scalar.js')
  await writeFile(target, source)
  await writeFile(`${target}.gz`, await promisify(gzip)(source, { level: 9 }))
}

export const serverFiles = () =>
  serverPackages().flatMap((folder) => filesBelow(at(folder, 'src')).filter(isBuilt))

export async function buildServer({ isForced = false } = {}) {
  const packages = serverPackages()
  const stamp = hashFiles([...serverFiles(), at('package.json'), at('scripts/build.mjs')])
  const isWhole = packages.every((folder) => existsSync(at(folder, 'dist')))
  if (!isForced && isWhole && isStamped('server', stamp)) return
  say('Building the server …')
  const { default: swc } = await import('@swc/core')
  await Promise.all(packages.map((folder) => rm(at(folder, 'dist'), { recursive: true, force: true })))
  for (const folder of packages) {
    await Promise.all(
      filesBelow(at(folder, 'src'))
        .filter(isBuilt)
        .map((file) => compile(swc, folder, file)),
    )
  }
  await writeReader()
  writeStamp('server', stamp)
}

const SQUEEZED = /\.(js|css|html|svg|json|webmanifest|txt|wasm)$/

async function squeeze(file) {
  const bytes = await readFile(file)
  if (bytes.length < 1024) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await writeFile(`${file}.br`, br)
  await writeFile(`${file}.gz`, gz)
}

export const listWebFiles = () => [
  ...filesBelow(at('web')).filter(
    (file) => !path.relative(at('web'), file).startsWith('dist') && !/\.test\.tsx?$/.test(file),
  ),
  ...filesBelow(at('services/shared/contracts/src')).filter(isBuilt),
]

export async function buildWeb({ isForced = false } = {}) {
  if (!existsSync(at('web/index.html'))) return
  const stamp = hashFiles([...listWebFiles(), at('scripts/build.mjs')])
  if (!isForced && existsSync(at('web/dist/index.html')) && isStamped('web', stamp)) return
  say('Building the web app …')
  const { code, output } = await capture(bin('vite'), ['build', '--logLevel', 'warn'], { cwd: at('web') })
  if (code !== 0) throw new Error(`the web app does not build:\n${output}`)
  await Promise.all(
    filesBelow(at('web/dist'))
      .filter((file) => SQUEEZED.test(file))
      .map(squeeze),
  )
  writeStamp('web', stamp)
}

if (process.argv[1] === path.join(root, 'scripts/build.mjs')) {
  const options = { isForced: process.argv.includes('--force') }
  try {
    if (!process.argv.includes('--web')) await buildServer(options)
    if (!process.argv.includes('--server')) await buildWeb(options)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
