import { assertSimulatorAccess, type SimulatorAccess } from './simulator-access'

const token = 'a-token-of-the-simulator'
const demo: SimulatorAccess = { token: undefined, isOpenLocally: true }
const may = (
  address: string | undefined,
  headers: Record<string, string>,
  access: SimulatorAccess = demo,
) => {
  try {
    assertSimulatorAccess({ address, headers, httpVersion: '1.1' }, access)
    return true
  } catch {
    return false
  }
}
const host = '127.0.0.1:8080'

describe('access to the simulated phone', () => {
  it('is open from this machine in a demo, and not through a proxy', () => {
    expect(may('127.0.0.1', { host })).toBe(true)
    expect(may('10.0.0.7', { host })).toBe(false)
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via'])
      expect(may('127.0.0.1', { host, [name]: 'x' })).toBe(false)
  })

  it('asks this machine for the token, too, where the desk is no demo', () => {
    const installation = { token, isOpenLocally: false }
    expect(may('127.0.0.1', { host }, installation)).toBe(false)
    expect(may('127.0.0.1', { host, authorization: `Bearer ${token}` }, installation)).toBe(true)
  })

  it.each([demo.isOpenLocally, false])('opens with the token from anywhere', (isOpenLocally) => {
    const access = { token, isOpenLocally }
    const proxied = { host: 'desk.example', 'x-forwarded-for': '10.0.0.7' }
    expect(may('10.0.0.7', { ...proxied, authorization: `Bearer ${token}` }, access)).toBe(true)
    expect(may('10.0.0.7', { ...proxied, 'x-simulator-token': token }, access)).toBe(true)
  })

  it.each([
    [{}],
    [{ authorization: 'Bearer ' }],
    [{ authorization: 'Bearer wrong' }],
    [{ 'x-simulator-token': '' }],
  ])('stays closed with %j', (headers) => {
    for (const secret of [token, undefined, ''])
      expect(
        may('10.0.0.7', { host: 'desk.example', ...headers }, { token: secret, isOpenLocally: true }),
      ).toBe(false)
  })
})
