// A built checkout of an older version, and the data that it made.
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { run } from '../scripts/support/project.mjs'

/** The data set as the older build's own bench makes it: a folder of `npm start`. */
export async function findOlderData({ before, tickets, messages }) {
  const folder = path.join(path.resolve(before), '.cache/bench')
  const size = `${tickets}-${messages}-`
  const find = () =>
    existsSync(folder) &&
    readdirSync(folder).find((name) => name.startsWith(size) && existsSync(path.join(folder, name, 'filled')))
  if (!find()) {
    const options = ['--only=none', `--tickets=${tickets}`, `--messages=${messages}`]
    await run('npm', ['run', 'bench', '--', ...options], { cwd: path.resolve(before) })
  }
  return path.join(folder, find())
}

export const findOlderMain = ({ before }) => path.resolve(before, 'services/standalone/dist/main.js')

/** What was in the folder is gone. */
export async function copyData(from, folder) {
  await rm(folder, { recursive: true, force: true })
  // Postgres' files belong to a user of their own.
  await run('cp', ['-a', from, folder])
}
