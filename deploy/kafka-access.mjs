// usage: node deploy/kafka-access.mjs --brokers kafka-0.example.com:9094 [--admin admin.properties] [--topic-prefix balcao.]
//          [--user-prefix balcao-] [--mechanism scram-sha-512] [--secret balcao-kafka-users] [--public-events-topic NAME] > kafka-users.sh
//        a shell script that gives each service a login of its own on Kafka, with the rights of kafka-access.json: it writes its own
//        topics, reads those that it consumes, and has its own consumer groups; realtime also writes the topic of public events. The script needs Kafka's tools and openssl where it runs, a
//        broker with an authorizer, and an administrator's login in --admin. Run again it makes new passwords. It ends with the
//        Secret for `secrets.kafkaUsers` of the chart, on standard output.
//        node deploy/kafka-access.mjs --compose > deploy/compose/kafka-users.sh
//        the same for the broker of compose/cluster.yaml: passwords are in the environment, the migrations have a user too.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const MECHANISMS = { 'scram-sha-256': 'SCRAM-SHA-256', 'scram-sha-512': 'SCRAM-SHA-512' }
const NAME = /^[a-zA-Z0-9._-]{0,100}$/

const fail = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const { values } = parseArgs({
  options: {
    brokers: { type: 'string' },
    admin: { type: 'string' },
    'topic-prefix': { type: 'string', default: 'balcao.' },
    'user-prefix': { type: 'string', default: 'balcao-' },
    mechanism: { type: 'string', default: 'scram-sha-512' },
    secret: { type: 'string', default: 'balcao-kafka-users' },
    'public-events-topic': { type: 'string', default: '' },
    compose: { type: 'boolean', default: false },
  },
})
// The broker's listener for administration, on the loopback of its container.
const brokers = values.compose ? 'localhost:9094' : values.brokers
if (!/^[\w.:,-]+$/.test(brokers ?? '')) fail('--brokers takes host:port, commas between them')
if (
  !['topic-prefix', 'user-prefix', 'secret', 'public-events-topic'].every((name) => NAME.test(values[name]))
)
  fail('names and prefixes take letters, digits, dots, dashes and underscores')
const mechanism = MECHANISMS[values.mechanism]
if (!mechanism) fail(`--mechanism is one of ${Object.keys(MECHANISMS).join(', ')}`)

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`
const { topics, groups } = JSON.parse(readFileSync(new URL('kafka-access.json', import.meta.url), 'utf8'))
const services = Object.keys(groups)
const variable = (user) =>
  values.compose
    ? `KAFKA_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`
    : `password_${user.replaceAll('-', '_')}`
const userOf = (service) => `${values['user-prefix']}${service}`
const login = `--bootstrap-server ${brokers}${values.admin ? ` --command-config ${quote(values.admin)}` : ''}`

const listTopics = (isWanted, end = '') =>
  Object.entries(topics)
    .filter(([, access]) => isWanted(access))
    .map(([topic]) => `--topic ${values['topic-prefix']}${topic}${end}`)
    .join(' ')

const allow = (service, rest) =>
  `kafka-acls.sh ${login} --add --allow-principal User:${userOf(service)} ${rest}`

/* Their later generations, too: `balcao.tickets.2`. */
const allowTopics = (service, operation, isWanted) => [
  allow(service, `--operation ${operation} --operation Describe ${listTopics(isWanted)}`),
  allow(
    service,
    `--operation ${operation} --operation Describe --resource-pattern-type prefixed ${listTopics(isWanted, '.')}`,
  ),
]

const addUser = (user) => [
  ...(values.compose ? [] : [`${variable(user)}=$(openssl rand -hex 24)`]),
  `kafka-configs.sh ${login} --alter --entity-type users --entity-name ${userOf(user)} --add-config "${mechanism}=[password=$${variable(user)}]"`,
]

const linesOf = (service) => [
  ...addUser(service),
  ...allowTopics(service, 'Write', ({ writer }) => writer === service),
  ...allowTopics(service, 'Read', ({ readers }) => readers.includes(service)),
  allow(
    service,
    `--operation Read --operation Describe --resource-pattern-type prefixed ${groups[service]
      .map((name) => `--group ${values['topic-prefix']}group.${name}.`)
      .join(' ')}`,
  ),
]

/* May create the topics and see them. */
const migrationLines = [
  ...addUser('migrations'),
  allow(
    'migrations',
    `--operation Create --operation Describe --resource-pattern-type prefixed --topic ${values['topic-prefix']}`,
  ),
]

/* Where it is wanted. In the compose file the environment says so when the script runs. */
const publicEventsTopic = values.compose ? '"$KAFKA_PUBLIC_EVENTS_TOPIC"' : values['public-events-topic']
const condition = values.compose ? '[ -z "${KAFKA_PUBLIC_EVENTS_TOPIC:-}" ] || ' : ''
const publicEventsLines =
  publicEventsTopic === ''
    ? []
    : [
        allow('realtime', `--operation Write --operation Describe --topic ${publicEventsTopic}`),
        ...(values.compose
          ? [allow('migrations', `--operation Create --operation Describe --topic ${publicEventsTopic}`)]
          : []),
      ].map((line) => `${condition}${line} >&2`)

const secretLines = [
  `cat <<END`,
  `apiVersion: v1`,
  `kind: Secret`,
  `metadata: { name: ${values.secret} }`,
  `stringData:`,
  ...services.map((service) => `  ${service}: "$${variable(service)}"`),
  `END`,
]

// What the tools say goes to standard error: standard output is the Secret.
const script = [
  '#!/bin/sh',
  ...(values.compose ? ['# Made by deploy/kafka-access.mjs --compose.'] : []),
  'set -eu',
  ...[...services.flatMap(linesOf), ...(values.compose ? migrationLines : [])].map((line) =>
    line.startsWith('kafka-') ? `${line} >&2` : line,
  ),
  ...publicEventsLines,
  ...(values.compose ? [] : secretLines),
]
process.stdout.write(`${script.join('\n')}\n`)
