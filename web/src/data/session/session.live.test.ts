import { buildUser } from '../../testing/builders'
import { createDeskStore } from '../store'
import { applyEvent } from '../live/handlers'
import './company.live'
import { applyOwnUserEvent } from './session.live'
import { selectUser, sessionOpened } from './session.slice'

const tell = (id: number, action: 'update' | 'delete' = 'update') => {
  const store = createDeskStore()
  store.dispatch(sessionOpened({ token: 'token', user: buildUser({ id: 12, name: 'Ana' }) }))
  const user = { ...buildUser({ id, name: 'Ana Clara', email: 'clara@demo.local' }), queueIds: [3] }
  applyOwnUserEvent(action === 'delete' ? { action, userId: id } : { action, user }, store)
  return selectUser(store.getState())
}

it('the session follows the own name and e-mail', () =>
  expect(tell(12)).toMatchObject({ id: 12, name: 'Ana Clara', email: 'clara@demo.local' }))

it.each([
  [13, 'update'],
  [12, 'delete'],
] as const)('the session stays as it is after %i: %s', (id, action) =>
  expect(tell(id, action)).toMatchObject({ id: 12, name: 'Ana' }),
)

it.each([
  ['a payment', 'payment', { action: 'CONCLUIDA', company: { id: 7, dueDate: '2027-01-31T12:00:00.000Z' } }],
  [
    'any change of the company',
    'companyHours',
    { action: 'update', companyId: 7, name: 'Loja Nova', dueDate: '2027-01-31T12:00:00.000Z' },
  ],
] as const)('the session follows the due date after %s', (_name, channel, event) => {
  const store = createDeskStore()
  const user = buildUser({ id: 12 })
  store.dispatch(sessionOpened({ token: 'token', user }))
  applyEvent(channel, event, store)
  const name = channel === 'payment' ? user.company.name : 'Loja Nova'
  expect(selectUser(store.getState())?.company).toEqual({
    ...user.company,
    name,
    dueDate: '2027-01-31T12:00:00.000Z',
  })
})
