import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A mail as the server received it. */
export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and text, undecoded. */
  data: string
}

export interface FakeSmtpServer {
  /** With the login that it accepts. */
  url: string
  received: ReceivedMail[]
  /** The next recipients are refused with this answer (`550 5.1.1 unknown`); undefined: accepted. */
  refuse(answer: string | undefined): void
  stop(): Promise<void>
}

const LOGIN = { user: 'desk', password: 's3cret pass' }
const plainLogin = Buffer.from(`\0${LOGIN.user}\0${LOGIN.password}`).toString('base64')
const readAddress = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** One connection's dialogue, as RFC 5321 has it: commands out of order are refused, mail without AUTH too. */
class SmtpDialogue {
  private mail: ReceivedMail = { from: '', to: [], data: '' }
  private isLoggedIn = false
  private lines: string[] | undefined

  constructor(
    private readonly received: ReceivedMail[],
    private readonly refusal: () => string | undefined,
  ) {}

  /** What the server answers to this line; undefined while it reads a mail. */
  answer(line: string): string | undefined {
    if (this.lines) return this.readData(line, this.lines)
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') return '250-fake.test\r\n250-8BITMIME\r\n250 AUTH PLAIN'
    if (verb === 'AUTH') return this.logIn(line)
    if (verb === 'QUIT') return '221 bye'
    if (verb === 'RSET' || verb === 'NOOP') return '250 ok'
    if (!this.isLoggedIn) return '530 5.7.0 authentication required'
    return this.answerMail(verb, line)
  }

  private logIn(line: string): string {
    this.isLoggedIn = line === `AUTH PLAIN ${plainLogin}`
    return this.isLoggedIn ? '235 2.7.0 ok' : '535 5.7.8 wrong login'
  }

  private answerMail(verb: string, line: string): string {
    if (verb === 'MAIL') {
      this.mail = { from: readAddress(line), to: [], data: '' }
      return '250 ok'
    }
    if (verb === 'RCPT') {
      const refusal = this.refusal()
      if (refusal !== undefined) return refusal
      this.mail.to.push(readAddress(line))
      return '250 ok'
    }
    if (verb !== 'DATA') return '502 5.5.1 not implemented'
    if (this.mail.to.length === 0) return '503 5.5.1 no recipient'
    this.lines = []
    return '354 end with a dot'
  }

  private readData(line: string, lines: string[]): string | undefined {
    if (line !== '.') {
      lines.push(line.startsWith('..') ? line.slice(1) : line)
      return undefined
    }
    this.received.push({ ...this.mail, data: lines.join('\n') })
    this.lines = undefined
    return '250 2.0.0 queued'
  }
}

function converse(socket: Socket, dialogue: SmtpDialogue): void {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  socket.write('220 fake.test ESMTP\r\n')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const answer = dialogue.answer(line)
      if (answer !== undefined) socket.write(`${answer}\r\n`)
      if (answer?.startsWith('221')) socket.end()
    }
  })
}

/** An SMTP server on loopback that keeps what it is sent. */
export async function startFakeSmtpServer(): Promise<FakeSmtpServer> {
  const received: ReceivedMail[] = []
  let refusal: string | undefined
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, new SmtpDialogue(received, () => refusal))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://${LOGIN.user}:${encodeURIComponent(LOGIN.password)}@127.0.0.1:${port}`,
    received,
    refuse: (answer) => {
      refusal = answer
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
