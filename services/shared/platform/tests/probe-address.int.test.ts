import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'

import { createPeers } from '@balcao/platform'
import { watchChild } from '@balcao/testkit'

const peers = createPeers()
afterAll(() => peers.close())

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const LISTENER = `require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log('port ' + this.address().port) })`

describe('the address of a process', () => {
  it('listens while the process is there, suspended too, and refuses once it was killed', async () => {
    const child = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'inherit'] })
    const gone = new Promise((resolve) => child.once('exit', resolve))
    try {
      const [, port] = await watchChild(child).waitForOutput(/port (\d+)/)
      const address = `127.0.0.1:${port}`
      expect(await peers.probe(address)).toBe('listening')
      child.kill('SIGSTOP')
      expect(await peers.probe(address)).toBe('listening')
      child.kill('SIGKILL')
      await gone
      expect(await peers.probe(address)).toBe('refused')
    } finally {
      child.kill('SIGKILL')
    }
  })

  it('of an IPv6 host is written in brackets', async () => {
    expect(await peers.probe(`[::1]:${await freePort()}`)).not.toBe('listening')
  })

  it('without a way to its host is unknown', async () => {
    // RFC 6761: no name of this kind has an address.
    expect(await peers.probe('nowhere.invalid:9')).toBe('unknown')
    expect(await peers.probe('no address')).toBe('unknown')
  })
})
