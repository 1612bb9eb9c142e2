// usage: node scripts/env-example.mjs [--check]      writes .env.example from the services' config (--check: only compares)
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { buildServer } from './build.mjs'
import { at } from './support/project.mjs'

await buildServer()
const require = createRequire(import.meta.url)
const { allConfigs } = require(at('services/standalone/dist/all-services.js'))
const { envExample } = require(at('services/shared/platform/dist/index.js'))
const text = envExample(allConfigs)
const file = at('.env.example')
if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    process.stderr.write('.env.example is out of date: run node scripts/env-example.mjs\n')
    process.exitCode = 1
  }
} else writeFileSync(file, text)
