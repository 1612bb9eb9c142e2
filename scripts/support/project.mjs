// Paths and helpers of the repository for the scripts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

export const at = (...parts) => path.join(root, ...parts)

const foldersIn = (folder) =>
  existsSync(at(folder))
    ? readdirSync(at(folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${folder}/${entry.name}`)
    : []

/** Server packages that have sources, as paths from the root. */
export const serverPackages = () =>
  [...foldersIn('services/shared'), ...foldersIn('services'), ...foldersIn('integrations')].filter(
    (folder) => existsSync(at(folder, 'src')) && existsSync(at(folder, 'package.json')),
  )

export const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => !file.includes(`${path.sep}node_modules${path.sep}`))
        .sort()
    : []

/** Changes when a file is added, removed or written. */
export const hashFiles = (files) => {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${path.relative(root, file)}|${size}|${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

const stampFile = (name) => at('.cache', `${name}.stamp`)

export const isStamped = (name, stamp) =>
  existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === stamp

export const writeStamp = (name, stamp) => {
  mkdirSync(at('.cache'), { recursive: true })
  writeFileSync(stampFile(name), stamp)
}

export const say = (text) => process.stdout.write(`${text}\n`)

/** Runs a program with our terminal; resolves to its exit code. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ? 1 : (code ?? 1)))
  })

/** Runs a program quietly; resolves to its exit code and everything it said. */
export const capture = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
      stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code: signal ? 1 : (code ?? 1), output, stdout }))
  })

/** The same, for a program that must end well. @throws with what it said */
export async function must(command, args, options) {
  const { code, output } = await capture(command, args, options)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}:\n${output}`)
}

export const bin = (name) => at('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** Whether a process has this id, also one of another account. */
export const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** An object with the same keys. */
export const mapValues = (object, map) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
