import restoreMembers from '../restore-members.cjs'

describe('an object that test files share', () => {
  it('has the members that it had when it was first seen', () => {
    const sign = () => 'signed'
    const shared: { sign: () => string; root: string } = { sign, root: 'one' }
    restoreMembers(shared)
    Object.assign(shared, { sign: () => 'patched', root: 'two' })
    restoreMembers(shared)
    expect(shared).toEqual({ sign, root: 'one' })
  })
})
