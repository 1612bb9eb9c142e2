// bench/RESULTS.md: a table of the desk, then a section for each other bench.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

import { at, capture } from '../scripts/support/project.mjs'

const FILE = at('bench/RESULTS.md')

/* The text before the first section, and the sections. */
const read = () => readFileSync(FILE, 'utf8').split(/^(?=## )/m)
const write = (parts) => writeFileSync(FILE, `${parts.map((part) => part.trim()).join('\n\n')}\n`)

export const quantile = (numbers, share) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(share * (numbers.length - 1))]

/** Description of the machine. */
export async function circumstances() {
  const commit = (await capture('git', ['rev-parse', '--short', 'HEAD'])).output.trim()
  return `Commit ${commit}, node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`
}

/** Replaces the text before the first section. */
export function writeHead(text) {
  const [, ...sections] = read()
  write([text, ...sections])
}

/** Replaces the section of this heading and leaves the others alone; a new one comes last. */
export function writeSection(heading, text) {
  const parts = read()
  const index = parts.findIndex((part) => part.startsWith(`## ${heading}\n`))
  parts[index < 0 ? parts.length : index] = `## ${heading}\n\n${text}`
  write(parts)
}
