import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

import { temporaryFolder, waitFor } from '@balcao/testkit'

import type { Account, FakeWhatsApp } from './index'

const SOURCES = path.join(__dirname, '../interop')

/** A line of the program: see `interop/main.go`. */
export interface ClientEvent {
  event: string
  id?: string
  chat?: string
  sender?: string
  fromMe?: boolean
  /** Of the stanza: 1 edits a message, 7 deletes it. */
  edit?: string
  /** The message in protobuf's JSON. */
  content?: Record<string, unknown>
  /** The file of a message, base64. */
  bytes?: string
  [field: string]: unknown
}

interface Answer {
  id: number
  result?: unknown
  error?: string
}

/** Builds the program with Go. Packages come from the Go module proxy; the first build takes minutes. */
export async function buildWhatsmeowClient(): Promise<string> {
  const program = path.join(await temporaryFolder('interop'), 'client')
  execFileSync('go', ['build', '-o', program, '.'], { cwd: SOURCES, stdio: ['ignore', 'ignore', 'inherit'] })
  return program
}

/** A client of whatsmeow, an implementation of the protocol that shares nothing with Baileys or the fake. */
export class WhatsmeowClient {
  readonly events: ClientEvent[] = []
  private readonly process: ChildProcessByStdio<Writable, Readable, null>
  private readonly answers = new Map<number, (answer: Answer) => void>()
  private lastId = 0

  private constructor(program: string, wa: FakeWhatsApp, database: string) {
    this.process = spawn(program, {
      stdio: ['pipe', 'pipe', process.env['INTEROP_LOG'] ? 'inherit' : 'ignore'],
      env: {
        ...process.env,
        ROOT_KEY: wa.rootKey,
        WA_VERSION: wa.settings.minimumVersion.join('.'),
        SERVER_URL: wa.url,
        MEDIA_URL: wa.media.httpsUrl,
        DATABASE: database,
      },
    })
    createInterface(this.process.stdout).on('line', (line) =>
      this.hear(JSON.parse(line) as ClientEvent | Answer),
    )
  }

  static async start(program: string, wa: FakeWhatsApp): Promise<WhatsmeowClient> {
    const folder = await temporaryFolder('interop-client')
    return new WhatsmeowClient(program, wa, path.join(folder, 'client.db'))
  }

  /** @throws the library's error */
  async run<T = string>(command: string, fields: object = {}): Promise<T> {
    const id = ++this.lastId
    const answer = await new Promise<Answer>((resolve) => {
      this.answers.set(id, resolve)
      this.process.stdin.write(`${JSON.stringify({ id, do: command, ...fields })}\n`)
    })
    if (answer.error !== undefined) throw new Error(`${command}: ${answer.error}`)
    return answer.result as T
  }

  /** The first event of this kind that holds, of those that came or come. */
  hears(event: string, holds: (event: ClientEvent) => boolean = () => true): Promise<ClientEvent> {
    return waitFor(() => this.events.find((one) => one.event === event && holds(one)))
  }

  count(event: string): number {
    return this.events.filter((one) => one.event === event).length
  }

  /** Connects, is scanned by the phone, and connects again as a linked device. */
  async pair(account: Account): Promise<this> {
    await this.run('connect')
    const { code } = await this.hears('qr')
    await account.scan(String(code))
    await this.hears('connected')
    await waitFor(() => account.isOnline)
    return this
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve))
    this.process.stdin.end()
    await ended
  }

  private hear(line: ClientEvent | Answer): void {
    if ('event' in line) return void this.events.push(line)
    this.answers.get(line.id)?.(line)
    this.answers.delete(line.id)
  }
}
