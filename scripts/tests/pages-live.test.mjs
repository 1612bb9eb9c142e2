import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

import { at } from '../support/project.mjs'

const src = at('web/src')

/* As it was when this test was written: a change of these is seen when they are read again. */
const UNHEARD = {
  'campaigns/campaigns-page': ['connections', 'contact-lists', 'tags'],
  'contact-lists/list-items-page': ['contact-imports'],
  'contacts-page/contacts-page': ['queues'],
  'kanban/kanban-page': ['settings'],
  'messages-api/messages-api-page': ['connections'],
  'prompts/prompts-page': ['queues'],
  'schedules/schedules-page': ['connections', 'contacts', 'users'],
  'settings/settings-page': ['users'],
  'tickets/index': ['settings'],
}
const EVERYWHERE = ['session']

const STATIC = /(?:^|\n)(?:import|export)\s+(?!type\b)(?:[^'"();]*?from\s+)?['"](\.[^'"]+)['"]/g
const LATE = /import\(\s*(?:\/\*.*?\*\/\s*)?['"](\.[^'"]+)['"]/gs

function resolveImport(from, name) {
  const base = path.resolve(path.dirname(from), name)
  return ['', '.ts', '.tsx', '/index.ts']
    .map((end) => base + end)
    .find((file) => existsSync(file) && statSync(file).isFile())
}

const listImports = (file, pattern) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].flatMap(([, name]) => resolveImport(file, name) ?? [])

function reach(file, seen = new Set()) {
  if (seen.has(file) || !/\.tsx?$/.test(file)) return seen
  seen.add(file)
  for (const next of [...listImports(file, STATIC), ...listImports(file, LATE)]) reach(next, seen)
  return seen
}

function listUnheard(page) {
  const files = reach(page)
  return [...files].flatMap((file) => {
    const live = file.replace(/\.api\.ts$/, '.live.ts')
    const isUnheard = file.endsWith('.api.ts') && existsSync(live) && !files.has(live)
    return isUnheard ? [path.basename(file, '.api.ts')] : []
  })
}

test('a page loads the handlers of the events that change what it shows', () => {
  const pages = [...new Set(listImports(path.join(src, 'app/pages.tsx'), LATE))]
  assert.ok(pages.length > 25)
  const unheard = pages.flatMap((page) => {
    const name = path.relative(path.join(src, 'features'), page).replace(/\.tsx?$/, '')
    const rest = listUnheard(page).filter((one) => !EVERYWHERE.includes(one))
    return rest.length === 0 ? [] : [[name, rest.sort()]]
  })
  assert.deepEqual(Object.fromEntries(unheard.sort()), UNHEARD)
})
