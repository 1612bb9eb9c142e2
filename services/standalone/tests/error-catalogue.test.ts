import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { errorCodes } from '@balcao/contracts'

const SERVICES = path.join(__dirname, '../..')

/* Product code, with the rules that client and services share: the rest of contracts only names codes, tests only expect them. */
const isSource = (file: string) =>
  /^(?:(?:shared\/(?:kernel|platform)|[a-z-]+)\/src|shared\/contracts\/src\/rules)\/.*\.ts$/.test(file) &&
  !file.endsWith('.test.ts')

/* Rules of contracts whose faults have a code of their own. */
const RULES = path.join(SERVICES, 'shared/contracts/src/http')
const ruled = readdirSync(RULES)
  .map((file) => readFileSync(path.join(RULES, file), 'utf8'))
  .flatMap((text) => [...text.matchAll(/meta\(\{ code: '(\w+)' \}\)/g)].map(([, code]) => code))

const source = readdirSync(SERVICES, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !file.includes('node_modules') && isSource(file))
  .map((file) => readFileSync(path.join(SERVICES, file), 'utf8'))
  .join('\n')

describe('the catalogue of errors', () => {
  it('has no code that nothing throws', () => {
    expect(errorCodes.filter((code) => !source.includes(`'${code}'`) && !ruled.includes(code))).toEqual([])
  })
})
