import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'

import { freePort } from '../cluster/free-ports'
import { temporaryFolder } from '../temporary-folder'
import { waitFor } from '../wait-for'
import { startOwnRedis, type OwnRedis } from './own-redis'

const MASTERS = 3
const SLOTS = 16_384
/* A node that is away takes its own slots along, not those of the others. */
const OPTIONS = [
  '--cluster-enabled',
  'yes',
  '--cluster-node-timeout',
  '2000',
  '--cluster-require-full-coverage',
  'no',
]

/** Three masters without replicas, each with a third of the slots. */
export interface OwnRedisCluster {
  /** Of the first node; `openRedis` finds the others. */
  url: string
  masters: readonly OwnRedis[]
  /** Waits until every node says that all slots are served. */
  settle(): Promise<void>
  /** Every key of every node. */
  forget(): Promise<void>
  remove(): Promise<void>
}

const portOf = ({ url }: OwnRedis): number => Number(new URL(url).port)

/* One command and its answer as the server writes it; short ones only. */
async function ask(node: OwnRedis, command: string): Promise<string> {
  const socket = connect(portOf(node), '127.0.0.1')
  socket.write(`${command}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString()
}

async function must(node: OwnRedis, command: string): Promise<void> {
  const answer = await ask(node, command)
  if (!answer.startsWith('+OK')) throw new Error(`${command}: ${answer}`)
}

/** Needs `redis-server` on the path. */
export async function startOwnRedisCluster(): Promise<OwnRedisCluster> {
  const folder = await temporaryFolder('redis-cluster')
  const masters = await Promise.all(
    Array.from({ length: MASTERS }, async (_, index) => {
      // The default is ten thousand above the other, which may be no port.
      const busPort = await freePort()
      const own = ['--cluster-port', String(busPort), '--cluster-config-file', `nodes-${index}.conf`]
      return { busPort, node: await startOwnRedis([...OPTIONS, '--dir', folder, ...own]) }
    }),
  )
  const nodes = masters.map(({ node }) => node)
  const [first, ...others] = masters
  if (!first) throw new Error('no node')
  for (const { node, busPort } of others)
    await must(first.node, `CLUSTER MEET 127.0.0.1 ${portOf(node)} ${busPort}`)
  for (const [index, node] of nodes.entries()) {
    const [from = 0, to = 0] = [index, index + 1].map((part) => Math.floor((part * SLOTS) / MASTERS))
    await must(node, `CLUSTER ADDSLOTSRANGE ${from} ${to - 1}`)
  }
  const settle = async (): Promise<void> => {
    await waitFor(async () => {
      const answers = await Promise.all(nodes.map((node) => ask(node, 'CLUSTER INFO')))
      return answers.every(
        (text) => /cluster_slots_ok:16384/.test(text) && /cluster_known_nodes:3/.test(text),
      )
    })
  }
  await settle()
  return {
    url: `${first.node.url}/?cluster=true`,
    masters: nodes,
    forget: async () => {
      for (const node of nodes) await must(node, 'FLUSHALL')
    },
    settle,
    remove: async () => {
      await Promise.all(nodes.map((node) => node.kill()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
