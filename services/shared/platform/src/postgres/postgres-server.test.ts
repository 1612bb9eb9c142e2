import {
  withoutPooler,
  formatPostgresUrl,
  parsePostgresUrl,
  roleName,
  rolePassword,
  serverForSchema,
} from './postgres-server'

describe('a Postgres URL', () => {
  it('names server, login and database, with escaped characters', () => {
    expect(parsePostgresUrl('postgresql://own%40er:p%2Fw@db.example:6432/desk?sslmode=require')).toEqual({
      host: 'db.example',
      port: 6432,
      user: 'own@er',
      password: 'p/w',
      database: 'desk',
      ssl: { rejectUnauthorized: false },
    })
  })

  it.each([
    'postgresql://balcao@localhost/balcao?host=%2Fvar%2Flib%2Fbalcao%2Frun',
    'postgresql://own%40er:p%2Fw@db.example:6432/desk',
  ])('survives the way there and back: %s', (url) =>
    expect(formatPostgresUrl(parsePostgresUrl(url))).toBe(url),
  )
})

describe("a service's login", () => {
  const admin = { host: 'db.example', port: 5432, user: 'owner', password: 'of the owner', database: 'desk' }

  it("never carries the owner's password", () => {
    expect(serverForSchema(admin, 'tickets')).toEqual({
      host: 'db.example',
      port: 5432,
      user: 'balcao_tickets',
      database: 'desk',
    })
  })

  it('has a password of its own where the server asks for one', () => {
    const secret = 'x'.repeat(32)
    expect(serverForSchema(admin, 'tickets', { roleSecret: secret }).password).toBe(
      rolePassword(secret, 'tickets'),
    )
    expect(rolePassword(secret, 'tickets')).toMatch(/^[0-9a-f]{64}$/)
    expect(rolePassword(secret, 'tickets')).not.toBe(rolePassword(secret, 'auth'))
  })

  it('goes past the pooler as the same role, with the same password', () => {
    const direct = { ...admin, host: 'db-1.example' }
    const pooled = serverForSchema({ ...admin, port: 6432, direct }, 'tickets', {
      roleSecret: 'x'.repeat(32),
    })
    expect(pooled.port).toBe(6432)
    expect(withoutPooler(pooled)).toEqual(serverForSchema(direct, 'tickets', { roleSecret: 'x'.repeat(32) }))
    expect(withoutPooler(withoutPooler(pooled))).toEqual(withoutPooler(pooled))
  })

  it('is a name that needs no quotes', () => {
    expect(roleName('messaging-gateway')).toBe('balcao_messaging_gateway')
  })
})
