import { connectionId, queueId } from '@balcao/contracts'

import { chooseConnection, findSoleQueue, noRules, type Connection } from './connection'

const build = (id: number, fields: Partial<Connection> = {}): Connection => ({
  id: connectionId(id),
  name: `c${id}`,
  status: 'CONNECTED',
  isDefault: false,
  queueIds: [],
  rules: noRules,
  changedAt: new Date(0),
  ...fields,
})

const down = { status: 'DISCONNECTED' }
const nothing = { given: undefined, own: undefined }

describe('the connection of a new conversation', () => {
  it('is the one asked for, even while it is down', () => {
    expect(chooseConnection([build(1), build(2, down)], { ...nothing, given: connectionId(2) }).id).toBe(2)
  })

  it("else the agent's own, else the default one, else any that is up", () => {
    const connections = [build(1), build(2, { isDefault: true }), build(3, down)]
    expect(chooseConnection(connections, { ...nothing, own: connectionId(3) }).id).toBe(3)
    expect(chooseConnection(connections, nothing).id).toBe(2)
    expect(
      chooseConnection([build(1, down), build(2, { isDefault: true, ...down }), build(3)], nothing).id,
    ).toBe(3)
    expect(chooseConnection(connections, { ...nothing, own: connectionId(9) }).id).toBe(2)
  })

  it('is refused when the asked one is unknown, or none is up', () => {
    expect(() => chooseConnection([build(1)], { ...nothing, given: connectionId(9) })).toThrow(
      'ERR_NO_WAPP_FOUND',
    )
    expect(() => chooseConnection([build(1, down)], nothing)).toThrow('ERR_NO_DEF_WAPP_FOUND')
  })
})

describe('the queue of a first message', () => {
  it('is the connection’s only one', () => {
    expect(findSoleQueue(build(1, { queueIds: [queueId(4)] }))).toBe(4)
    expect(findSoleQueue(build(1, { queueIds: [queueId(4), queueId(5)] }))).toBeNull()
    expect(findSoleQueue(build(1))).toBeNull()
    expect(findSoleQueue(undefined)).toBeNull()
  })
})
