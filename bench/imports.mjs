// The import of a spreadsheet with as many contacts as one may have.
import { createRequire } from 'node:module'

import { at } from '../scripts/support/project.mjs'
import { connectAsOwner, listChildren, logIn, readPeak, resetPeak } from './desk.mjs'
import { measureCost } from './live.mjs'
import { measureIdleCpu } from './requests.mjs'
import { until } from './until.mjs'

const require = createRequire(import.meta.url)

const ROWS = 50_000
const MARK = 'Planilha'

function buildFile() {
  const { buildSheet } = require(at('services/shared/testkit/dist/builders/xlsx-file.js'))
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `${MARK} Pessoa ${n}`,
    `55319${10_000_000 + n}`,
    `p${n}@bench.local`,
  ])
  const sheet = new Blob([buildSheet([['Nome', 'Telefone', 'E-mail'], ...rows])])
  const form = new FormData()
  form.append('file', sheet, 'contatos.xlsx')
  return form
}

/* The highest resident set among the desk's own children that are not Postgres. */
function watchReaders({ pid, postmaster }) {
  let highest = 0
  const look = () => {
    for (const child of listChildren(pid))
      if (Number(child) !== postmaster) highest = Math.max(highest, readPeak(child))
  }
  const timer = setInterval(look, 10)
  return () => {
    clearInterval(timer)
    return highest
  }
}

async function importFile(admin, form) {
  const { id } = await admin.call('/contacts/imports', form)
  const done = await until(async () => {
    const found = await admin.call(`/contacts/imports/${id}`)
    return found.status === 'done' && found
  }, 200)
  if (done.created !== ROWS) throw new Error(`not imported: ${JSON.stringify(done)}`)
}

async function removeContacts(desk) {
  const db = await connectAsOwner(desk)
  await db.query('DELETE FROM tickets.contacts WHERE company_id = 1 AND name LIKE $1', [`${MARK} %`])
  await db.end()
}

/** CPU, time and memory until all contacts are there; they are deleted again. */
export async function measureImport(desk, report) {
  const admin = await logIn(desk, 'admin@demo.local')
  const idle = await measureIdleCpu(desk)
  const form = buildFile()
  resetPeak(desk.pid)
  const before = readPeak(desk.pid)
  const stopWatching = watchReaders(desk)
  const { node, postgres, seconds } = await measureCost(desk, idle, () => importFile(admin, form))
  const reader = stopWatching()
  await report({
    group: 'import',
    name: '50,000 contacts',
    node,
    postgres,
    seconds,
    before,
    peak: readPeak(desk.pid),
    reader,
  })
  await removeContacts(desk)
}
