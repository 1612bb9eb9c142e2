import type { SecretSource } from './secrets'

/** One environment variable: how its text is parsed, and its line in `.env.example`. */
export interface EnvField<T> {
  help: string
  /** What `.env.example` shows; undefined when there is no default. */
  example: string | undefined
  isSecret: boolean
  /** @throws {Error} whose message completes `<NAME> …` ("must be a whole number from 1 to 65535"). */
  read(text: string | undefined, name: string, secrets: SecretSource | undefined): T
}

interface Described<T> {
  help: string
  default?: T
}

const MISSING = 'is required'

function field<T>(
  described: Described<T>,
  show: (value: T) => string,
  parse: (text: string) => T,
): EnvField<T> {
  return {
    help: described.help,
    example: described.default === undefined ? undefined : show(described.default),
    isSecret: false,
    read: (text) => {
      if (text !== undefined && text !== '') return parse(text)
      if (described.default === undefined) throw new Error(MISSING)
      return described.default
    },
  }
}

const text = (described: Described<string> & { matches?: RegExp }): EnvField<string> =>
  field(described, String, (value) => {
    if (described.matches && !described.matches.test(value))
      throw new Error(`must match ${described.matches}`)
    return value
  })

const integer = (described: Described<number> & { min: number; max: number }): EnvField<number> =>
  field(described, String, (value) => {
    const number = /^-?\d{1,15}$/.test(value) ? Number(value) : NaN
    if (!(number >= described.min && number <= described.max)) {
      throw new Error(`must be a whole number from ${described.min} to ${described.max}`)
    }
    return number
  })

const decimal = (described: Described<number> & { min: number; max: number }): EnvField<number> =>
  field(described, String, (value) => {
    const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : NaN
    if (!(number >= described.min && number <= described.max)) {
      throw new Error(`must be a number from ${described.min} to ${described.max}`)
    }
    return number
  })

const flag = (described: Described<boolean>): EnvField<boolean> =>
  field(described, String, (value) => {
    if (value === 'true' || value === '1') return true
    if (value === 'false' || value === '0') return false
    throw new Error('must be true or false')
  })

const choice = <const V extends string>(
  values: readonly V[],
  described: Described<NoInfer<V>>,
): EnvField<V> =>
  field<V>(described, String, (value) => {
    const found = values.find((candidate) => candidate === value)
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
    return found
  })

/** Comma-separated; empty entries are dropped. */
const list = (described: Described<readonly string[]>): EnvField<readonly string[]> =>
  field(
    described,
    (values) => values.join(','),
    (value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
  )

const url = (described: Described<string> & { protocols: readonly string[] }): EnvField<string> =>
  field(described, String, (value) => {
    const isOurs =
      URL.canParse(value) && described.protocols.includes(new URL(value).protocol.replace(':', ''))
    if (!isOurs) throw new Error(`must be a URL of ${described.protocols.join(' or ')}`)
    return value
  })

/** Any of the above, undefined when the variable is not set. */
const optional = <T>(inner: EnvField<T>): EnvField<T | undefined> => ({
  ...inner,
  read: (value, name, secrets) =>
    value === undefined || value === '' ? undefined : inner.read(value, name, secrets),
})

/**
 * At least 32 characters. On a loopback installation a missing one is generated and kept in `DATA_DIR/secrets`;
 * elsewhere it must be configured.
 */
const secret = (described: { help: string }): EnvField<string> => ({
  help: described.help,
  example: undefined,
  isSecret: true,
  read: (value, name, secrets) => {
    if (value !== undefined && value !== '') {
      if (value.length < 32) throw new Error('must have at least 32 characters')
      return value
    }
    if (!secrets) throw new Error(`${MISSING} (32 characters or more)`)
    return secrets.keep(name)
  },
})

/** The kinds of environment variables. */
export const env = { text, integer, decimal, flag, choice, list, url, optional, secret }
