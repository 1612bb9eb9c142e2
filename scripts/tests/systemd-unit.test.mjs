import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

import { at } from '../support/project.mjs'

const run = (program, ...args) => spawnSync(program, args, { encoding: 'utf8' })
const lacks = (program) => run('/bin/sh', '-c', `command -v ${program}`).status !== 0
const skip =
  lacks('systemd-analyze') || !existsSync('/usr/bin/node') ? 'needs systemd-analyze and /usr/bin/node' : false

it('the unit of a single server is one that systemd takes, and is closed off', { skip }, () => {
  const unit = at('deploy/systemd/balcao.service')
  const verified = run('systemd-analyze', 'verify', unit)
  assert.equal(verified.stderr.includes('balcao.service'), false, verified.stderr)
  // 10 is open, 0 closed; what stays open is the network and what JavaScript's compiler needs.
  const judged = run('systemd-analyze', 'security', '--offline=true', '--threshold=25', unit)
  assert.equal(judged.status, 0, judged.stdout)
})

it('the installer and the command are valid shell, and refuse what they do not know', () => {
  for (const file of ['install.sh', 'balcao.sh'])
    assert.equal(run('/bin/sh', '-n', at('deploy/systemd', file)).status, 0)
  for (const args of [
    [],
    ['dona@loja.test'],
    ['dona', 'desk.test'],
    ['dona@loja.test', 'https://desk.test'],
  ]) {
    const { status, stderr } = run('/bin/sh', at('deploy/systemd/install.sh'), ...args)
    assert.deepEqual([status, stderr.slice(0, 9)], [1, 'usage: sh'])
  }
  const unknown = run('/bin/sh', at('deploy/systemd/balcao.sh'), 'destroy')
  assert.deepEqual([unknown.status, unknown.stderr.slice(0, 13)], [1, 'usage: balcao'])
})

it('the command names scripts that exist', () => {
  const [, names] = /^ {2}([a-z| -]+)\)$/m.exec(readFileSync(at('deploy/systemd/balcao.sh'), 'utf8'))
  for (const name of names.split(' | ')) assert.ok(existsSync(at('scripts', `${name}.mjs`)), name)
})
