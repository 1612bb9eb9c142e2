import { Argon2Passwords } from './argon2-passwords'

const cheap = { memoryCost: 1_024, timeCost: 1, parallelism: 1 }

describe('passwords', () => {
  it('are argon2id with 19 MiB and two passes, salted', async () => {
    const passwords = new Argon2Passwords()
    const [first, second] = [await passwords.hash('balcao123'), await passwords.hash('balcao123')]
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(second).not.toBe(first)
    expect(await passwords.verify('balcao123', first)).toBe(true)
    expect(await passwords.verify('balcao124', first)).toBe(false)
  })

  it.each(['', ' ', 'ç\u0303', '😀'.repeat(20), 'a'.repeat(200), 'a\u0000b'])(
    '%j is matched exactly',
    async (password) => {
      const passwords = new Argon2Passwords({ cost: cheap })
      const hash = await passwords.hash(password)
      expect(await passwords.verify(password, hash)).toBe(true)
      expect(await passwords.verify(`${password} `, hash)).toBe(false)
      expect(await passwords.verify(password.normalize('NFC') + '\u0301', hash)).toBe(false)
    },
  )

  it('of an unknown user are never right, not even the dummy’s', async () => {
    const passwords = new Argon2Passwords({ cost: cheap })
    expect(await passwords.verify('nobody has this password', undefined)).toBe(false)
  })

  it('of an unknown user are hashed too, at the cost of the others', async () => {
    // Argon2 refuses so little memory: only a hash that is really computed fails.
    const passwords = new Argon2Passwords({ cost: { memoryCost: 1 } })
    await expect(passwords.verify('balcao123', undefined)).rejects.toThrow(/memory/i)
  })

  it('are hashed one at a time; fifty wait, the next is sent away', async () => {
    const passwords = new Argon2Passwords({ cost: cheap })
    const hash = await passwords.hash('x')
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify('x', hash)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(results.filter((result) => result.status === 'fulfilled' && result.value)).toHaveLength(51)
    expect(refused.map((result) => (result.reason as { code: string }).code)).toEqual(
      Array(9).fill('ERR_TOO_MANY_REQUESTS'),
    )
    expect(await passwords.verify('x', hash)).toBe(true)
  })

  it('that fail to verify do not block the line', async () => {
    const passwords = new Argon2Passwords({ cost: cheap })
    await expect(passwords.verify('x', 'no hash at all')).rejects.toThrow()
    expect(await passwords.verify('x', await passwords.hash('x'))).toBe(true)
  })

  it('leave the event loop free', async () => {
    const passwords = new Argon2Passwords()
    const hashes = Promise.all(Array.from({ length: 5 }, () => passwords.hash('x')))
    let turns = 0
    let isDone = false
    void hashes.then(() => (isDone = true))
    while (!isDone) {
      turns += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(turns).toBeGreaterThan(50)
  })
})
