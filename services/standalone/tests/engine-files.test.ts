import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

import { findMissing } from '@balcao/testkit'
import { parse } from 'yaml'

/* The compose files of engines that deploy/README.md documents. */

const COMPOSE = path.join(__dirname, '../../../deploy/compose')
const readText = (name: string) => readFileSync(path.join(COMPOSE, name), 'utf8')

interface Engine {
  image: string
  ports: string[]
  healthcheck?: unknown
}
const engines = Object.entries(
  (parse(readText('engines.yaml')) as { services: Record<string, Engine> }).services,
)
const env = parseEnv(readText('engines.env')) as Record<string, string>

describe('the engines that a compose file starts for the tests', () => {
  it('are images that do not move, on loopback, and say when they are ready', () => {
    for (const [name, { image, ports, healthcheck }] of engines) {
      expect([name, image]).toEqual([name, expect.stringMatching(/:(\d+\.\d+(\.\d+)?|RELEASE\.[\dTZ-]+)$/)])
      for (const port of ports) expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)])
      expect([name, healthcheck]).toEqual([name, expect.anything()])
    }
  })

  it('are all that the tests of engines ask for, where engines.env says', () => {
    expect(findMissing(['postgres', 'kafka', 'redis', 'mongo', 's3'], env)).toEqual([])
    const published = engines.flatMap(([, { ports }]) => ports.map((port) => port.split(':')[1]))
    const named = Object.values(env).flatMap((value) => /127\.0\.0\.1:(\d+)/.exec(value)?.slice(1) ?? [])
    expect(named.sort()).toEqual(published.sort())
  })
})
