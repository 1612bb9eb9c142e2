// Our package in an n8n as npm would bring it, and what an owner of that n8n does in the browser.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { at, must } from './project.mjs'

const PACKAGE = 'n8n-nodes-balcao'
const WORKFLOW = 'integrations/workflows/n8n-nodes.json'

/** Packs and installs the package. Answers the folder for N8N_CUSTOM_EXTENSIONS. */
export async function installNodes(folder) {
  const target = path.join(folder, 'extensions')
  await mkdir(target, { recursive: true })
  await must('npm', ['pack', '--silent', '--pack-destination', target], { cwd: at('integrations', PACKAGE) })
  const { version } = JSON.parse(await readFile(at('integrations', PACKAGE, 'package.json'), 'utf8'))
  await writeFile(path.join(target, 'package.json'), '{ "private": true }\n')
  // The peer is n8n's own.
  const quiet = [
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--legacy-peer-deps',
    '--offline',
  ]
  await must('npm', ['install', ...quiet, `./${PACKAGE}-${version}.tgz`], { cwd: target })
  return path.join(target, 'node_modules', PACKAGE)
}

/** Writes the workflow and its credentials to be imported. Nodes of such a folder have a prefix of their own. */
export async function writeImports(folder, credentials) {
  const files = {
    workflow: path.join(folder, 'workflow.json'),
    credentials: path.join(folder, 'credentials.json'),
  }
  const workflow = (await readFile(at(WORKFLOW), 'utf8')).replaceAll(`"${PACKAGE}.`, '"CUSTOM.')
  await writeFile(files.workflow, workflow)
  const one = { id: 'balcaoKey', name: 'Balcão', type: 'balcaoApi', data: credentials }
  await writeFile(files.credentials, JSON.stringify([one]))
  return { ...files, workflowId: JSON.parse(workflow).id }
}

/** Logs in as the owner of a new n8n. */
export async function logInToN8n(origin) {
  const headers = { 'content-type': 'application/json', 'browser-id': 'a-browser' }
  const call = async (route, body) => {
    const response = await fetch(`${origin}/rest${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`n8n answered ${response.status} to ${route}: ${text.slice(0, 300)}`)
    headers.cookie ??= response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
    return JSON.parse(text).data
  }
  await call('/owner/setup', {
    email: 'ana@demo.local',
    firstName: 'Ana',
    lastName: 'Lima',
    password: 'Segredo123',
  })
  return call
}
