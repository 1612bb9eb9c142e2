import { createServer } from 'node:net'

/*
 * Below the ephemeral range: no outgoing connection can take a port while its process is down. Above 10080, the highest port that
 * fetch and browsers refuse (Fetch standard, "bad port").
 */
const [LOWEST, COUNT] = [10_100, 10_000]

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Free ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = LOWEST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}
