import { listTicketCommands } from './ticket-commands'

const agent = { profile: 'user' as const, super: false }
const admin = { profile: 'admin' as const, super: false }

describe('what an agent may do with a ticket', () => {
  it.each([
    ['open', 'resolve return schedule transfer notes find attach tags panel edit-contact'],
    ['pending', 'accept schedule transfer notes find finish tags panel edit-contact'],
    ['closed', 'reopen schedule notes find tags panel edit-contact'],
  ] as const)('that is %s', (status, ids) => {
    const listed = listTicketCommands(status, {
      me: agent,
      hasSchedules: true,
      hasTemplates: false,
      mayAskNumber: false,
    }).map(({ id }) => id)
    expect(listed.join(' ')).toBe(ids)
  })

  it.each([
    ['open', true],
    ['pending', false],
    ['closed', false],
  ] as const)('that is %s, with a connection that has templates', (status, isOffered) => {
    const listed = listTicketCommands(status, {
      me: agent,
      hasSchedules: true,
      hasTemplates: true,
      mayAskNumber: false,
    })
    expect(listed.some(({ id }) => id === 'template')).toBe(isOffered)
  })

  it.each([
    ['open', true],
    ['pending', false],
    ['closed', false],
  ] as const)('that is %s, of a customer who hides the number', (status, isOffered) => {
    const viewer = { me: agent, hasSchedules: true, hasTemplates: true, mayAskNumber: true }
    expect(listTicketCommands(status, viewer).some(({ id }) => id === 'ask-number')).toBe(isOffered)
  })

  it('has no schedule where the plan has none, and a deletion for administrators', () => {
    const listed = listTicketCommands('open', {
      me: admin,
      hasSchedules: false,
      hasTemplates: false,
      mayAskNumber: false,
    }).map(({ id }) => id)
    expect(listed).not.toContain('schedule')
    expect(listed.at(-1)).toBe('delete')
  })
})
