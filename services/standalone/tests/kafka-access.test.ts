import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { allTopics, isKnownCase, topics, type Topic } from '@balcao/contracts/wire'
import type { ServiceName } from '@balcao/kernel'
import { schemaName, topicWriters } from '@balcao/platform'
import { parse } from 'yaml'

import { createUnconnectedServices } from './support/unconnected-services'

/* What services may do on Kafka, as `deploy/kafka-access.mjs` gives it, is what their code does. */

const deploy = path.join(__dirname, '../../../deploy')
const services = createUnconnectedServices()

const access = JSON.parse(readFileSync(path.join(deploy, 'kafka-access.json'), 'utf8')) as {
  topics: Record<Topic, { writer: string; readers: string[] }>
  /** What the names of a service's groups begin with. */
  groups: Record<ServiceName, string[]>
}

/* Besides its own consumers each service has the local copy of users, from auth's topic. */
const listReaders = (topic: Topic): string[] =>
  services
    .filter(({ consumers }) => topic === 'auth' || consumers.some((consumer) => consumer.topic === topic))
    .map(({ name }) => name)
    .sort()

describe('the rights on Kafka', () => {
  it.each(allTopics)('of topic %s are those of its writer and of the services that consume it', (topic) => {
    expect(access.topics[topic]).toEqual({ writer: topicWriters[topic], readers: listReaders(topic) })
  })

  it('name no other topic', () => expect(Object.keys(access.topics).sort()).toEqual([...allTopics].sort()))

  it.each(services.map((service) => [service.name, service] as const))(
    'cover the groups of %s and of no other service',
    (name, { consumers }) => {
      const groups = [...consumers.map(({ group }) => group), `${schemaName(name)}.directory`]
      const listOwners = (group: string) =>
        services
          .filter((service) => access.groups[service.name].some((prefix) => group.startsWith(`${prefix}.`)))
          .map((service) => service.name)
      for (const group of groups) expect([group, listOwners(group)]).toEqual([group, [name]])
    },
  )

  it('suffice: no consumer asks for a kind that another topic carries', () => {
    const misplaced = services
      .flatMap(({ consumers }) => consumers)
      .filter(({ topic, cases }) => cases.some((kind) => !isKnownCase(kind) || topics[kind] !== topic))
    expect(misplaced.map(({ group }) => group)).toEqual([])
  })
})

describe('the script that gives them', () => {
  const print = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(deploy, 'kafka-access.mjs'), ...args], { encoding: 'utf8' })

  it('lets each service write its own topics only, under its own user', () => {
    const { stdout } = print('--brokers', 'kafka:9094', '--topic-prefix', 'desk.')
    const listWrites = (pattern: string) =>
      [...stdout.matchAll(/User:(\S+) --operation Write --operation Describe (.+) >&2/g)]
        .map(([, user, list = '']) => [user, list])
        .filter(([, list]) => list?.startsWith(`${pattern}--topic`))
    const listOwn = (pattern: string, end: string) =>
      ['auth', 'billing', 'campaigns', 'messaging-gateway', 'realtime', 'tickets'].map((service) => {
        const own = Object.entries(access.topics).filter(([, { writer }]) => writer === service)
        return [
          `balcao-${service}`,
          `${pattern}${own.map(([topic]) => `--topic desk.${topic}${end}`).join(' ')}`,
        ]
      })
    expect(listWrites('')).toEqual(listOwn('', ''))
    // Later generations of the topics.
    const prefixed = '--resource-pattern-type prefixed '
    expect(listWrites(prefixed)).toEqual(listOwn(prefixed, '.'))
  })

  it('lets realtime alone write the topic of public events, where there is one', () => {
    const asked = print('--brokers', 'kafka:9094', '--public-events-topic', 'desk.events').stdout
    expect(asked.split('\n').filter((line) => line.includes('desk.events'))).toEqual([
      expect.stringMatching(
        /User:balcao-realtime --operation Write --operation Describe --topic desk\.events >&2$/,
      ),
    ])
    expect(print('--brokers', 'kafka:9094', '--public-events-topic', '$(id)').status).toBe(1)
  })

  it('gave the logins of the compose file, whose services have them', () => {
    const script = readFileSync(path.join(deploy, 'compose/kafka-users.sh'), 'utf8')
    expect(script).toBe(print('--compose').stdout)
    const asked = new Set(script.match(/KAFKA_PASSWORD_\w+/g))
    const { services: containers } = parse(readFileSync(path.join(deploy, 'compose/cluster.yaml'), 'utf8'), {
      merge: true,
    }) as { services: Record<string, { environment?: Record<string, string> }> }
    const given = Object.keys(containers['kafka-users']?.environment ?? {})
    expect(given.filter((name) => name.startsWith('KAFKA_PASSWORD_')).sort()).toEqual([...asked].sort())
    const users = Object.values(containers).flatMap(
      ({ environment }) => environment?.['KAFKA_USERNAME'] ?? [],
    )
    expect([...new Set(users)].sort()).toEqual(
      [...script.matchAll(/--entity-name (\S+)/g)].map(([, user]) => user).sort(),
    )
    const env = spawnSync(process.execPath, [path.join(deploy, 'compose/make-env.mjs'), 'a@b.test'], {
      encoding: 'utf8',
    })
    expect([...asked].filter((name) => !env.stdout.includes(`\n${name}=`))).toEqual([])
  })

  it.each([
    ['no brokers', []],
    ['a name that would be a command', ['--brokers', 'kafka:9094', '--user-prefix', '$(id)']],
    ['an unknown mechanism', ['--brokers', 'kafka:9094', '--mechanism', 'plain']],
  ])('refuses %s', (_what, args) => {
    const { status, stdout } = print(...args)
    expect([status, stdout]).toEqual([1, ''])
  })
})
