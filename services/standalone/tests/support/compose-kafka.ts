import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

import { freePorts, temporaryFolder, waitFor, watchChild } from '@balcao/testkit'
import { parse } from 'yaml'

const COMPOSE = path.join(__dirname, '../../../../deploy/compose')
const run = promisify(execFile)

interface ComposeService {
  environment: Record<string, string>
}

/* As Kafka's image does it. */
const propertyName = (variable: string): string =>
  variable
    .replace('KAFKA_', '')
    .toLowerCase()
    .replaceAll('_', '.')
    .replaceAll('...', '-')
    .replaceAll('..', '_')

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })

/** The broker of `compose/cluster.yaml`, its ports and folder replaced, with the logins of `kafka-users.sh`. */
export interface ComposeKafka {
  brokers: string
  /** The listener for administration, which asks for no login. */
  adminBrokers: string
  stop(): Promise<void>
}

/** Needs Kafka's scripts on the path. @param passwords `KAFKA_PASSWORD_<USER>`. */
export async function startComposeKafka(passwords: Readonly<Record<string, string>>): Promise<ComposeKafka> {
  const folder = await temporaryFolder('kafka')
  const [clients = 0, controller = 0, admin = 0] = await freePorts(3)
  const toTest = (text: string): string =>
    text
      .replace('//:9092', `//127.0.0.1:${clients}`)
      .replace('kafka:9092', `127.0.0.1:${clients}`)
      .replaceAll('localhost:9093', `127.0.0.1:${controller}`)
      .replaceAll('localhost:9094', `127.0.0.1:${admin}`)
      .replace('/var/lib/kafka/data', folder)
  const { services } = parse(readFileSync(path.join(COMPOSE, 'cluster.yaml'), 'utf8')) as {
    services: { kafka: ComposeService }
  }
  const lines = Object.entries(services.kafka.environment).map(
    ([name, value]) => `${propertyName(name)}=${toTest(value)}\n`,
  )
  const properties = path.join(folder, 'server.properties')
  await writeFile(properties, lines.join(''))
  await run('kafka-storage.sh', ['format', '--cluster-id', 'YmFsY2FvLWNvbXBvc2UtMQ', '--config', properties])
  const broker = watchChild(spawn('kafka-server-start.sh', [properties]))
  const stop = async () => {
    const gone = broker.child.exitCode === null && once(broker.child, 'exit')
    if (broker.child.kill()) await gone
    await rm(folder, { recursive: true })
  }
  try {
    await waitFor(() => {
      if (broker.child.exitCode !== null) throw new Error(`Kafka ended: ${broker.output()}`)
      return answers(admin)
    })
    const script = toTest(readFileSync(path.join(COMPOSE, 'kafka-users.sh'), 'utf8'))
    await run('/bin/sh', ['-c', script], { env: { ...process.env, ...passwords } })
  } catch (error) {
    await stop()
    throw error
  }
  return { brokers: `127.0.0.1:${clients}`, adminBrokers: `127.0.0.1:${admin}`, stop }
}
