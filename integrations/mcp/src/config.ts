import { parseArgs } from 'node:util'

export type Config = { url: string } & (
  | { transport: 'stdio'; apiKey: string }
  /** Callers bring their keys. */
  | { transport: 'http'; host: string; port: number }
)

type Environment = Readonly<Record<string, string | undefined>>

function readUrl(text: string | undefined): string {
  if (text === undefined || !URL.canParse(text) || !/^https?:/.test(text))
    throw new Error('BALCAO_URL: the address of the desk, such as https://desk.example.com')
  return text.replace(/\/$/, '')
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error('--port: a number up to 65535')
  return port
}

/**
 * What to serve and how.
 * @throws {Error} with the name of what is missing or wrong
 */
export function readConfig(args: readonly string[], environment: Environment): Config {
  const { values } = parseArgs({
    args: [...args],
    options: {
      http: { type: 'boolean', default: false },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8765' },
    },
  })
  const url = readUrl(environment.BALCAO_URL)
  if (values.http) return { url, transport: 'http', host: values.host, port: readPort(values.port) }
  const apiKey = environment.BALCAO_API_KEY
  if (!apiKey?.startsWith('balcao_')) throw new Error('BALCAO_API_KEY: an API key of the desk, balcao_…')
  return { url, transport: 'stdio', apiKey }
}

export const readProcessConfig = (): Config => readConfig(process.argv.slice(2), process.env)
