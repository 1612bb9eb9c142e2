import { spawn } from 'node:child_process'
import path from 'node:path'

import { watchChild } from '@balcao/testkit'

const run = (code: string) => spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'pipe'] })

describe('a child that a test waits for', () => {
  it('gives what the pattern finds, however it is cut into chunks, and also later', async () => {
    const { waitForOutput, ended } = watchChild(
      run("process.stdout.write('rea'); setImmediate(() => process.stdout.write('dy: http://x\\n'))"),
    )
    expect((await waitForOutput(/ready: (\S+)\n/))[1]).toBe('http://x')
    expect(await ended).toBe(0)
    expect((await waitForOutput(/ready/))[0]).toBe('ready')
  })

  it('fails at once with all that it printed when it ends without its line', async () => {
    const { waitForOutput } = watchChild(
      run("console.log('on its way'); console.error('Cannot find module'); process.exitCode = 3"),
    )
    await expect(waitForOutput(/ready/, 600_000)).rejects.toThrow(
      /ended too early, with code 3:\n(?=[^]*on its way)(?=[^]*Cannot find module)/,
    )
  })

  it('fails with what it printed when it says nothing for too long, and names a signal', async () => {
    const watched = watchChild(run("console.log('thinking'); setInterval(() => undefined, 1000)"))
    await watched.waitForOutput(/thinking/)
    await expect(watched.waitForOutput(/ready/, 20)).rejects.toThrow(/said nothing of it in 20 ms:\nthinking/)
    const waiting = watched.waitForOutput(/ready/)
    watched.child.kill('SIGKILL')
    await expect(waiting).rejects.toThrow(/ended too early, by SIGKILL/)
    expect(await watched.ended).toBeNull()
  })

  it('fails at once when there is no such program', async () => {
    const child = spawn(path.join(__dirname, 'no-such-program'), { stdio: ['ignore', 'pipe', 'pipe'] })
    await expect(watchChild(child).waitForOutput(/ready/)).rejects.toThrow(/ENOENT/)
  })

  it('is heard over its channel too', async () => {
    const child = spawn(process.execPath, ['-e', 'process.send({ port: 1 }, () => process.disconnect())'], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const { waitForMessage } = watchChild(child)
    expect(await waitForMessage((message) => (message as { port?: number }).port)).toBe(1)
    await expect(waitForMessage(() => undefined)).rejects.toThrow(/ended too early, with code 0/)
  })
})
