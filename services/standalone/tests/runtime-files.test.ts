import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/* One file defines the Node version of the product. */

const ROOT = path.join(__dirname, '../../..')
const readText = (...parts: string[]) => readFileSync(path.join(ROOT, ...parts), 'utf8')
const major = readText('.nvmrc').trim().split('.')[0]

describe('the Node of .nvmrc', () => {
  it('is the one that every image builds with', () => {
    const files = readdirSync(path.join(ROOT, 'deploy/docker')).filter((name) => name.endsWith('.Dockerfile'))
    const bases = files.flatMap((name) =>
      [...readText('deploy/docker', name).matchAll(/^FROM (node:\S+)/gm)].map(
        ([, base]) => `${name}: ${base}`,
      ),
    )
    expect(bases).toEqual(files.map((name) => `${name}: node:${major}-bookworm-slim`))
  })

  it('is the one that the README recommends, and `engines` supports it', () => {
    expect(readText('README.md')).toContain(`Take Node ${major}, the current LTS`)
    const { engines } = JSON.parse(readText('package.json')) as { engines: { node: string } }
    expect(engines.node).toMatch(/^>=\d+\.\d+$/)
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]))
    expect(readText('README.md')).toContain(`Everything from ${engines.node.slice(2)} on works`)
  })
})
