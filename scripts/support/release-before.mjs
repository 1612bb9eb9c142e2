// The sources of an earlier release beside these ones, for tests that roll between the two.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { at, capture, must } from './project.mjs'

const git = async (...args) => {
  const { code, stdout } = await capture('git', ['-C', at('.'), ...args])
  return code === 0 ? stdout.trim() : ''
}

/* The newest release that is not this very commit, by its tag or, in a clone without tags, its commit; '' where there is none, or no git. */
export const findLastRelease = async () =>
  (await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^')) ||
  git('log', '-1', '--format=%h', '--grep', '^release: [0-9]', 'HEAD^')

/** A file as a release has it; '' where it has none. */
export const readAt = (release, file) => git('show', `${release}:${file}`)

/**
 * Unpacks the sources of a git reference, or of the last release. @returns `{ name, folder, remove }`; these sources themselves where there is no
 * release yet.
 */
export async function checkOutBefore(reference) {
  const name = reference ?? (await findLastRelease())
  if (!name) return { name: 'the same sources', folder: at('.'), remove: async () => undefined }
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-before-'))
  const archive = path.join(folder, 'sources.tar')
  await must('git', ['-C', at('.'), 'archive', '--output', archive, name])
  await must('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  return { name, folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
