// What the documents name, compared with the repository: links, files, npm scripts, identifiers. Each fault is a sentence.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { at, capture } from './project.mjs'

const SOURCE = /\.(ts|tsx|mjs|cjs|js|json|yaml|proto|css|sh|tpl|py|html|Dockerfile|example)$/
const FILE = /\.(ts|tsx|mjs|cjs|js|json|md|yaml|proto|css|sh|tpl|py|html|Dockerfile)$/
/* Whose files and identifiers the documents name, too: an upgrade has to correct them. */
const LIBRARIES = ['@whiskeysockets/baileys/lib', 'socket.io/dist']

/** `a/b/c.ts` under its three names: `a/b/c.ts`, `b/c.ts` and `c.ts`. */
const listEndings = (file) => file.split('/').map((_, index, parts) => parts.slice(index).join('/'))
const listFolders = (file) =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))

/** Files of the repository, those that are not committed yet included. */
export async function listFiles() {
  const { code, stdout, output } = await capture('git', ['ls-files', '-co', '--exclude-standard'])
  if (code !== 0) throw new Error(output)
  return stdout
    .split('\n')
    .filter((file) => file !== '' && existsSync(at(file)))
    .sort()
}

/** What documents may name, from the names of files, their texts and the scripts of each `package.json`. */
export function buildIndex(files, texts, scripts = {}) {
  const folders = [...new Set(files.flatMap(listFolders))]
  return {
    files: new Set(files),
    folders: new Set(folders),
    folderNames: new Set(folders.map((folder) => path.basename(folder))),
    endings: new Set([...files, ...folders].flatMap(listEndings)),
    identifiers: new Set(texts.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? [])),
    scripts,
    readText: (file) => readFileSync(at(file), 'utf8'),
  }
}

export async function indexRepository() {
  const files = await listFiles()
  const sources = files.filter((file) => SOURCE.test(file) && file !== 'package-lock.json')
  const libraries = LIBRARIES.flatMap((library) =>
    readdirSync(at('node_modules', library), { recursive: true })
      .filter((file) => file.endsWith('.js'))
      .map((file) => at('node_modules', library, file)),
  )
  const texts = [...sources.map((file) => at(file)), ...libraries].map((file) => readFileSync(file, 'utf8'))
  const scripts = Object.fromEntries(
    files
      .filter((file) => path.basename(file) === 'package.json')
      .map((file) => [
        path.dirname(file),
        Object.keys(JSON.parse(readFileSync(at(file), 'utf8')).scripts ?? {}),
      ]),
  )
  const repository = buildIndex(files, texts, scripts)
  for (const file of libraries)
    for (const ending of listEndings(path.relative(at('node_modules'), file))) repository.endings.add(ending)
  return repository
}

const LINK = /\]\(([^)\s]+)\)/g
const withoutCode = (line) => line.replace(/`[^`]*`/g, '')

/** As GitHub names a heading in an address. */
const toAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
const listAnchors = (text) => [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => toAnchor(heading))

function findLinkFault(target, document, repository) {
  if (/^(https?|mailto):/.test(target)) return undefined
  const [file, anchor] = target.split('#')
  const linked = file === '' ? document : path.join(path.dirname(document), file).replace(/\/$/, '')
  if (!repository.files.has(linked) && !repository.folders.has(linked)) return `links to ${target}`
  const isThere = anchor === undefined || listAnchors(repository.readText(linked)).includes(anchor)
  return isThere ? undefined : `links to ${target}, which has no such heading`
}

const toPattern = (glob) =>
  new RegExp(
    `(^|/)${glob.replace(/[.+?^$]/g, '\\$&').replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`,
  )

/* `ticket.ts`, `contracts/src/http`, `pg-*.ts`; `.store.ts` is the end of a file's name. */
function isKnownFile(name, { endings, files }) {
  if (endings.has(name)) return true
  if (name.startsWith('.') && !name.includes('/')) return [...files].some((file) => file.endsWith(name))
  const pattern = name.includes('*') ? toPattern(name) : undefined
  return pattern !== undefined && [...endings].some((ending) => pattern.test(ending))
}

/* A path begins with the name of a folder, or is a file by its ending. */
const namesFile = (code, { folderNames }) =>
  /^[\w.*@-]+(\/[\w.*@-]+)*\/?$/.test(code) &&
  (FILE.test(code) || (code.includes('/') && folderNames.has(code.split('/')[0])))

/* An identifier of code has a capital inside: `entityOf`, `TicketView`. Words without one may be anything. */
const findIdentifier = (code) => /^([A-Za-z]\w*[a-z0-9][A-Z]\w*)(\(\))?$/.exec(code)?.[1]

/* Of a command and its words only what begins at the root of the repository is a path. */
const IN_A_COMMAND = /^(services|web|scripts|bench|deploy|helm|k8s|docs)\/[\w./-]+$/

function findCodeFaults(code, document, repository) {
  const faults = []
  for (const [, script] of code.matchAll(/\bnpm run ([\w:-]+)/g)) {
    const known = ['.', path.dirname(document)].flatMap((folder) => repository.scripts[folder] ?? [])
    if (!known.includes(script)) faults.push(`names npm run ${script}`)
  }
  for (const word of code.split(/[\s='"]+/)) {
    const name = word.replace(/^\.\//, '').replace(/[/.,;]$/, '')
    const isPath = word === code ? namesFile(name, repository) : IN_A_COMMAND.test(name)
    if (isPath && !isKnownFile(name, repository)) faults.push(`names ${word}`)
  }
  const identifier = findIdentifier(code)
  if (identifier && !repository.identifiers.has(identifier)) faults.push(`names ${code}`)
  return faults
}

/** What a document says of the repository that is not so: `README.md:12 links to docs/gone.md`. */
export function findFaults(document, text, repository) {
  let isFenced = false
  return text.split('\n').flatMap((line, index) => {
    if (line.startsWith('```')) {
      isFenced = !isFenced
      return []
    }
    const codes = isFenced ? [line] : [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code)
    const links = isFenced ? [] : [...withoutCode(line).matchAll(LINK)].map(([, target]) => target)
    return [
      ...links.map((target) => findLinkFault(target, document, repository)).filter(Boolean),
      ...codes.flatMap((code) => findCodeFaults(code, document, repository)),
    ].map((fault) => `${document}:${index + 1} ${fault}`)
  })
}
