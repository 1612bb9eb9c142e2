import { statSync, existsSync } from 'node:fs'

import { ok, problem, type Check, type Finding } from './check'

type Variables = Readonly<Record<string, string | undefined>>

const SECRET = /(PASSWORD|SECRET|SEAL_KEY|ID_KEY|VAULT_KEYS|TOKEN)$/
/* What this repository publishes: k8s/dev, the engines of the tests, the demo. */
const PUBLISHED = /for-development-only|balcao-secret-key|balcao123|change-?me|example/i

const decode = (value: string): string =>
  Buffer.from(value.split(':').at(-1) ?? '', 'base64').toString('latin1')

export interface SecretsReading {
  variables: Variables
  /** Folder of the secrets that the first start made, and its mode; undefined without one. */
  folder: { path: string; mode: number } | undefined
}

/** Says names, never values. */
export function judgeSecrets({ variables, folder }: SecretsReading): Finding {
  const secrets = Object.entries(variables).flatMap(([name, value]) =>
    SECRET.test(name) && value ? [{ name, value }] : [],
  )
  const published = secrets.filter(({ value }) => PUBLISHED.test(value) || PUBLISHED.test(decode(value)))
  if (published.length > 0)
    return problem(
      `published values are in use: ${published.map(({ name }) => name).join(', ')}`,
      'Make new ones (`openssl rand -base64 32`); deploy/runbooks/key-rotation.md says what each change ends.',
    )
  const shared = secrets
    .map(({ value }) => secrets.filter((other) => other.value === value))
    .find((same) => same.length > 1)
  if (shared)
    return problem(
      `${shared.map(({ name }) => name).join(' and ')} have the same value`,
      'Give each its own (deploy/runbooks/key-rotation.md).',
    )
  if (folder && (folder.mode & 0o077) !== 0)
    return problem(`other accounts of this machine may read ${folder.path}`, `chmod 700 ${folder.path}`)
  return ok('none is published or shared')
}

/** The installation's secrets: whether they are its own. */
export const secretsCheck = (variables: Variables, folder: string): Check => ({
  name: 'secrets',
  run: async () =>
    judgeSecrets({
      variables,
      folder: existsSync(folder) ? { path: folder, mode: statSync(folder).mode } : undefined,
    }),
})
