import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

import { parse } from 'yaml'

import { readAllConfigs } from '../src/all-services'

/* deploy/compose/single.yaml with the .env that make-env.mjs writes, without and with a domain. */

const DEPLOY = path.join(__dirname, '../../../deploy')
const readText = (name: string) => readFileSync(path.join(DEPLOY, name), 'utf8')

interface Container {
  image: string
  profiles?: string[]
  ports?: string[]
  environment: Record<string, string>
  networks?: Record<string, { ipv4_address: string }>
  logging?: unknown
}
const file = parse(readText('compose/single.yaml')) as {
  services: { desk: Container; caddy: Container }
  networks: { front: { ipam: { config: { subnet: string }[] } } }
}
const { desk, caddy } = file.services

const makeEnv = (...args: string[]): Record<string, string> =>
  parseEnv(
    execFileSync(process.execPath, [path.join(DEPLOY, 'compose/make-env.mjs'), ...args], {
      encoding: 'utf8',
    }),
  ) as Record<string, string>

/* `${NAME:-default}` and `${NAME:?why}`, as compose fills them in. */
const fill = (text: string, env: Record<string, string>): string =>
  text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, word: string) => {
    if (env[name]) return env[name]
    if (kind === '?') throw new Error(`${name} is missing: ${word}`)
    return word
  })

const variablesOf = (container: Container, env: Record<string, string>) =>
  Object.fromEntries(Object.entries(container.environment).map(([name, value]) => [name, fill(value, env)]))

/* As the image sets them. */
const IMAGE = { DATA_DIR: '/data', HOST: '0.0.0.0' }

describe('the containers of a single server', () => {
  it('are a desk that starts without a domain, behind no proxy', () => {
    const env = makeEnv('dona@loja.test')
    const variables = { ...IMAGE, ...variablesOf(desk, env) }
    const { standalone } = readAllConfigs({ variables })
    expect(standalone.http).toMatchObject({ isHttps: false, trustedProxies: [] })
    expect(standalone.backups).toEqual({ folder: '/backups', hour: 3, isContinuous: true })
    expect(env.COMPOSE_PROFILES).toBeUndefined()
  })

  it('are Caddy and a desk that believes Caddy alone, with a domain', () => {
    const env = makeEnv('dona@loja.test', 'desk.example.com')
    const { standalone } = readAllConfigs({ variables: { ...IMAGE, ...variablesOf(desk, env) } })
    expect(standalone.http).toMatchObject({
      isHttps: true,
      trustedProxies: [caddy.networks?.front?.ipv4_address],
    })
    expect(caddy.profiles).toEqual([env.COMPOSE_PROFILES])
    expect(variablesOf(caddy, env)).toMatchObject({ DOMAIN: 'desk.example.com', DESK: 'desk:8080' })
  })

  it('give the Caddyfile all that it asks for, and nothing else', () => {
    const asked = [...readText('caddy/Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(caddy.environment).sort()).toEqual([...new Set(asked)].sort())
  })

  it('listen to the world on the ports of https alone, rotate their logs, and are images that do not move', () => {
    expect(desk.ports).toEqual(['127.0.0.1:8080:8080'])
    expect(caddy.ports).toEqual(['80:80', '443:443', '443:443/udp'])
    for (const { logging, image } of [desk, caddy]) {
      expect(logging).toMatchObject({ options: { 'max-size': '20m' } })
      expect(fill(image, {})).toMatch(/:\d+\.\d+\.\d+$/)
    }
    const [network] = file.networks.front.ipam.config
    expect(network?.subnet).toBe('172.31.251.0/24')
  })

  it('is not made for what is no domain', () => {
    expect(() => makeEnv('dona@loja.test', 'https://desk.example.com')).toThrow('usage')
  })
})

describe('the service of a single server', () => {
  it('starts with the variables that its installer writes, and believes Caddy on its own machine', () => {
    const [, text = ''] = /<<END\n([^]*?)\nEND\n/.exec(readText('systemd/install.sh')) ?? []
    const filled = text
      .replace('$domain', 'desk.example.com')
      .replace('$email', 'dona@loja.test')
      .replace('$password', 'x7-Kq2_vTz9-mWb4sLd8eRf1')
    // The first start makes what is missing.
    const secrets = { keep: () => Buffer.alloc(32).toString('base64url') }
    const WHATSAPP_VAULT_KEYS = Buffer.alloc(32).toString('base64')
    const variables = { ...(parseEnv(filled) as Record<string, string>), WHATSAPP_VAULT_KEYS }
    const { standalone } = readAllConfigs({ variables, secrets })
    expect(standalone).toMatchObject({
      host: '127.0.0.1',
      demo: 'off',
      http: { isHttps: true, trustedProxies: ['127.0.0.1'] },
      backups: { folder: '/var/lib/balcao-backups', hour: 3 },
    })
  })
})
