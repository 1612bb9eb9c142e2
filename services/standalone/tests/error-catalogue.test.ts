import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { errorCodes } from '@balcao/contracts'

const SERVICES = path.join(__dirname, '../..')

/* What runs: contracts only name codes, tests and their kit only expect them. */
const isSource = (file: string) =>
  /^(?:shared\/(?:kernel|platform)|[a-z-]+)\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts')

/* TODO(#10): nothing throws these yet (names and colours answer ERR_VALIDATION, no mail leaves); a new one is a fault. */
const AWAITED = [
  'ERR_FETCH_WAPP_MSG',
  'ERR_QUEUE_INVALID_NAME',
  'ERR_QUEUE_INVALID_COLOR',
  'ERR_COMPANY_INVALID_NAME',
  'ERR_MAIL_UNAVAILABLE',
]

const source = readdirSync(SERVICES, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !file.includes('node_modules') && isSource(file))
  .map((file) => readFileSync(path.join(SERVICES, file), 'utf8'))
  .join('\n')

describe('the catalogue of errors', () => {
  it('has no code that nothing throws, besides those that are listed here', () => {
    expect(errorCodes.filter((code) => !source.includes(`'${code}'`)).sort()).toEqual([...AWAITED].sort())
  })
})
