#!/usr/bin/env node
// npm run size -w @balcao/web: measures the first load of the built app (gzip) against its budgets.
// Reads dist/.vite/manifest.json; `node scripts/size.mjs <dist>` measures another build.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const KIB = 1024
const dist =
  process.argv.slice(2).find((word) => !word.startsWith('--')) ??
  fileURLToPath(new URL('../dist', import.meta.url))
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** A page that other pages import from has no key of its own: its chunk has the folder's name and is shared. */
const findChunk = (key) =>
  manifest[key] ??
  Object.entries(manifest).find(
    ([name, { file, name: folder }]) =>
      name.startsWith('_') && file.endsWith('.js') && key.endsWith(`/${folder}/index.ts`),
  )?.[1]

/** Every script and style a browser fetches for these manifest keys: the keys and all they import statically. */
const closure = (keys) => {
  const files = new Set()
  const seen = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = findChunk(key)
    if (!chunk) throw new Error(`not in the manifest: ${key}`)
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) visit(next)
  }
  keys.forEach(visit)
  return files
}

const sizes = new Map()
const gzipSize = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length)
  return sizes.get(file)
}

const words = ['src/i18n/pt/common.json', 'src/i18n/pt/session.json']
const loads = [
  {
    name: 'first load (/login)',
    keys: ['index.html', 'src/features/session/index.ts', ...words],
    budgetKib: 160,
  },
  {
    name: 'until /tickets is usable',
    keys: [
      'index.html',
      'src/app/desk-routes.tsx',
      'src/features/tickets/index.ts',
      'src/i18n/pt/common.json',
      'src/i18n/pt/tickets.json',
    ],
    budgetKib: 280,
  },
]

let failed = false
for (const { name, keys, budgetKib } of loads) {
  const files = [...closure(keys)]
  const script =
    files.filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + gzipSize(file), 0) / KIB
  const style =
    files.filter((file) => file.endsWith('.css')).reduce((sum, file) => sum + gzipSize(file), 0) / KIB
  const over = script > budgetKib
  failed ||= over
  process.stdout.write(
    `${over ? 'OVER' : 'ok  '} ${name}: ${script.toFixed(1)} of ${budgetKib} KiB JavaScript, ${style.toFixed(1)} KiB CSS\n`,
  )
  if (over || process.argv.includes('--files'))
    for (const file of files.sort((left, right) => gzipSize(right) - gzipSize(left)))
      process.stdout.write(`       ${(gzipSize(file) / KIB).toFixed(1).padStart(6)}  ${file}\n`)
}
process.exitCode = failed ? 1 : 0
