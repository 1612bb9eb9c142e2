import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'

import { listRequiredSecrets } from '../support/kube-cluster.mjs'
import { at } from '../support/project.mjs'

it('the instructions make every secret that pods need', async () => {
  const wanted = await listRequiredSecrets()
  assert.ok(wanted.includes('whatsapp-vault-keys'))
  const missingIn = (document, write) => {
    const text = readFileSync(at(document), 'utf8')
    return wanted.filter((key) => !new RegExp(write(key)).test(text))
  }
  assert.deepEqual(
    missingIn('deploy/README.md', (key) => `--from-literal=${key}=`),
    [],
  )
  assert.deepEqual(
    missingIn('deploy/runbooks/move-to-cluster.md', (key) => `\`${key}\``),
    [],
  )
  assert.deepEqual(
    missingIn('helm/balcao/values.yaml', (key) => `${key}[,;]`),
    [],
  )
})
