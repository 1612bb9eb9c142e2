import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { companyId } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'

import { WorkerMediaPreviews } from '../src/adapters/media/worker-media-previews'
import { readImageSize } from '../src/features/inbound'
import { mediaThreadProgram } from './media-thread-program'

const REAL = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg'].find((program) => existsSync(program))
const withFfmpeg = REAL ? describe : describe.skip

const fixture = (name: string) => path.join(__dirname, 'fixtures', name)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balcao-ffmpeg-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A program in ffmpeg's place, which notes how it was called in `calls.json`. */
async function writeProgram(script: string): Promise<string> {
  const program = path.join(folder, 'ffmpeg')
  const note = `require('fs').writeFileSync(${JSON.stringify(path.join(folder, 'calls.json'))}, JSON.stringify({ args: process.argv.slice(2), env: process.env }))`
  await writeFile(program, `#!${process.execPath}\n${note}\n${script}\n`)
  await chmod(program, 0o755)
  return program
}

const seek = (ffmpeg: string | undefined, save: (file: string) => Promise<boolean>, taskMs = 60 * SECOND) =>
  new WorkerMediaPreviews(
    { imageSize: readImageSize },
    { thread: mediaThreadProgram, ffmpeg },
    { startMs: 60 * SECOND, taskMs, waitMs: 60 * SECOND, waitingPerCompany: 10, idleMs: 60 * SECOND },
  ).video({ companyId: companyId(1), save, maxSide: 100 })

const saveText = async (file: string) => {
  await writeFile(file, 'a film')
  return true
}

const listLeftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('balcao-video-'))

describe('the thumbnail of a video', () => {
  it('is what ffmpeg writes; it may open that one file, as MP4, and sees nothing of our environment', async () => {
    const jpeg = await readFile(fixture('progressive.jpg'))
    const program = await writeProgram(
      `process.stdout.write(require('fs').readFileSync(${JSON.stringify(fixture('progressive.jpg'))}))`,
    )
    expect(await seek(program, saveText)).toEqual(jpeg)
    const { args, env } = JSON.parse(await readFile(path.join(folder, 'calls.json'), 'utf8')) as {
      args: string[]
      env: Record<string, string>
    }
    const input = args.indexOf('-i')
    expect(args.slice(input - 4, input)).toEqual(['-protocol_whitelist', 'file', '-f', 'mov'])
    expect(Object.keys(env)).not.toContain('HOME')
    expect(existsSync(args[input + 1] ?? '')).toBe(false)
  })

  it.each([
    ['refuses the file', 'process.exitCode = 1'],
    ['writes something else', 'process.stdout.write("<html>")'],
    ['writes without end', 'setInterval(() => process.stdout.write(Buffer.alloc(65536)), 1)'],
  ])('is absent where ffmpeg %s', async (_name, script) => {
    const before = await listLeftovers()
    expect(await seek(await writeProgram(script), saveText)).toBeUndefined()
    expect(await listLeftovers()).toEqual(before)
  })

  it('is absent where ffmpeg takes too long, which ends it', async () => {
    const script = `setInterval(() => undefined, 1_000); require('fs').writeFileSync(${JSON.stringify(path.join(folder, 'pid'))}, String(process.pid))`
    expect(await seek(await writeProgram(script), saveText, 3 * SECOND)).toBeUndefined()
    const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'))
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it.each([
    ['of a film that is too long', () => Promise.resolve(false)],
    ['without ffmpeg', undefined],
  ])('is absent %s, and nothing is run', async (_name, save) => {
    const program = await writeProgram('')
    expect(await seek(save ? program : undefined, save ?? saveText)).toBeUndefined()
    expect(existsSync(path.join(folder, 'calls.json'))).toBe(false)
  })

  it('of a file that cannot be read is its caller’s failure', async () => {
    const gone = () => Promise.reject(new Error('the store is gone'))
    await expect(seek(await writeProgram(''), gone)).rejects.toThrow('the store is gone')
  })
})

withFfmpeg('ffmpeg [needs ffmpeg]', () => {
  /** Two seconds of a test pattern. */
  const film = async (size: string, name = 'film.mp4') => {
    const file = path.join(folder, name)
    const source = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=5:duration=2`]
    execFileSync(REAL!, ['-loglevel', 'error', ...source, '-pix_fmt', 'yuv420p', file])
    return (path_: string) => copyFile(file, path_).then(() => true)
  }

  it.each([
    ['640x360', { width: 100, height: 56 }],
    ['360x640', { width: 56, height: 100 }],
    ['64x48', { width: 64, height: 48 }],
  ])('makes a small JPEG of the first frame of %s, the same each time', async (size, expected) => {
    const save = await film(size)
    const thumbnail = await seek(REAL, save)
    expect(readImageSize('image/jpeg', thumbnail ?? Buffer.alloc(0))).toEqual(expected)
    expect(await seek(REAL, save)).toEqual(thumbnail)
  })

  it.each([
    ['a playlist', '#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:1/secret.ts\n'],
    ['a list of files', "ffconcat version 1.0\nfile '/etc/hostname'\n"],
    ['no film', 'x'.repeat(10_000)],
  ])('makes none of %s', async (_name, text) => {
    expect(await seek(REAL, (file) => writeFile(file, text).then(() => true))).toBeUndefined()
  })
})
