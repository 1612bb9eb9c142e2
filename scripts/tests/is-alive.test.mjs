import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'

import { isAlive } from '../support/project.mjs'

const isRoot = process.getuid?.() === 0

it('a process is alive, whoever has it, until it has ended', () => {
  assert.equal(isAlive(process.pid), true)
  assert.equal(isAlive(1), true)
  assert.equal(isAlive(spawnSync(process.execPath, ['-e', '']).pid), false)
})

// Root may signal everybody; another account may not.
it(
  'a process of another account is alive',
  { skip: !isRoot && 'only root can ask as another account' },
  () => {
    const code = `import { isAlive } from ${JSON.stringify(new URL('../support/project.mjs', import.meta.url).href)}
    process.setuid(65534)
    process.exitCode = isAlive(${process.pid}) ? 0 : 1`
    assert.equal(spawnSync(process.execPath, ['--input-type=module', '-e', code]).status, 0)
  },
)
