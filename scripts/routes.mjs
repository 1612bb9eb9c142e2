// usage: node scripts/routes.mjs [--json | --check]      writes helm/balcao/files/routes.json, whose path is whose and what pages may load (--json: prints it, --check: compares)
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { buildServer } from './build.mjs'
import { at } from './support/project.mjs'

await buildServer()
const { nonPagePrefixes, pageExceptions, pagePolicy, servicePaths } = createRequire(import.meta.url)(
  at('services/shared/platform/dist/index.js'),
)
const { format } = await import('prettier')
const text = await format(
  JSON.stringify({ services: servicePaths, nonPagePrefixes, pagePolicy, pageExceptions }),
  {
    parser: 'json',
    printWidth: 110,
  },
)
const file = at('helm/balcao/files/routes.json')

if (process.argv.includes('--json')) process.stdout.write(text)
else if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    process.stderr.write('helm/balcao/files/routes.json is out of date: run node scripts/routes.mjs\n')
    process.exitCode = 1
  }
} else {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
