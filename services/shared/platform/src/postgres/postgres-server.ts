import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Address and login of a Postgres server. `host` is a directory for a unix socket. */
export interface PostgresServer {
  host: string
  port: number
  user: string
  password?: string
  database: string
  ssl?: boolean | { rejectUnauthorized: boolean; ca?: string }
  /**
   * The same database without a pooler. Given: the address above is a pooler in transaction mode, where no
   * session outlives its transaction; LISTEN, advisory locks and migrations use this one.
   */
  direct?: PostgresServer
}

/** The server for sessions: settings, LISTEN and advisory locks hold until the connection ends. */
export const withoutPooler = (server: PostgresServer): PostgresServer => server.direct ?? server

/**
 * The server a `postgresql://` URL names. `?host=/dir` selects a unix socket; `?sslmode=require`
 * encrypts without checking the certificate, `verify-full` checks it, against the authority in `sslrootcert` (a file) or
 * those that the system trusts.
 */
export function parsePostgresUrl(text: string): PostgresServer {
  const url = new URL(text)
  const sslMode = url.searchParams.get('sslmode')
  const server: PostgresServer = {
    host: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    database: decodeURIComponent(url.pathname.slice(1)),
  }
  if (url.password) server.password = decodeURIComponent(url.password)
  if (sslMode === 'verify-full' || sslMode === 'verify-ca') server.ssl = readAuthority(url)
  else if (sslMode && sslMode !== 'disable') server.ssl = { rejectUnauthorized: false }
  return server
}

function readAuthority({ searchParams }: URL): PostgresServer['ssl'] {
  const authority = searchParams.get('sslrootcert')
  return authority ? { rejectUnauthorized: true, ca: readFileSync(authority, 'utf8') } : true
}

export function formatPostgresUrl(server: PostgresServer): string {
  const isSocket = server.host.startsWith('/')
  const url = new URL(`postgresql://${isSocket ? 'localhost' : server.host}`)
  url.username = server.user
  if (server.password) url.password = server.password
  if (server.port !== 5432) url.port = String(server.port)
  url.pathname = `/${server.database}`
  if (isSocket) url.searchParams.set('host', server.host)
  return url.href
}

/** The login role of a service's schema. */
export const roleName = (schema: string): string => `balcao_${schema.replaceAll('-', '_')}`

/** `messaging-gateway` keeps its tables in `messaging_gateway`: no schema name needs quoting. */
export const schemaName = (service: string): string => service.replaceAll('-', '_')

/**
 * The password of a service's role: SHA-256 of `<secret>:<role>` in hex, so that
 * the migration job and each pod derive the same one (Helm can compute it too).
 */
export const rolePassword = (secret: string, schema: string): string =>
  createHash('sha256')
    .update(`${secret}:${roleName(schema)}`)
    .digest('hex')

/** Login of services' roles, where the server asks for passwords. */
export interface RoleLogin {
  /** Secret from which every role's password is derived. */
  roleSecret?: string
  /** This role's password: for a process that must not know the others. */
  rolePassword?: string
}

export const resolveRolePassword = (
  schema: string,
  { roleSecret, rolePassword: own }: RoleLogin,
): string | undefined => own ?? (roleSecret === undefined ? undefined : rolePassword(roleSecret, schema))

/** The same server with a service's own role, and its password where the server asks for one. */
export function serverForSchema(
  admin: PostgresServer,
  schema: string,
  login: RoleLogin = {},
): PostgresServer {
  const { password: _adminPassword, direct, ...rest } = admin
  const password = resolveRolePassword(schema, login)
  return {
    ...rest,
    user: roleName(schema),
    ...(password === undefined ? {} : { password }),
    ...(direct && { direct: serverForSchema(direct, schema, login) }),
  }
}
