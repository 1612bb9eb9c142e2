// The sources of an earlier release beside these ones, for tests that roll between the two.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { at, capture, must } from './project.mjs'

/* The newest release that is not this very commit; undefined where there is none, or no git. */
async function findLastRelease() {
  const { code, stdout } = await capture('git', [
    '-C',
    at('.'),
    'describe',
    '--tags',
    '--abbrev=0',
    '--match',
    'v*',
    'HEAD^',
  ])
  return code === 0 ? stdout.trim() : undefined
}

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
