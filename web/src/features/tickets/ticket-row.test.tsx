import type { TicketView } from '@balcao/contracts'
import { cleanup } from '@testing-library/react'

import { anotherTicket, buildTicket } from '../../testing/builders'
import { buildMe } from '../../testing/desk-builders'
import { createFakeDesk } from '../../testing/fake-desk'
import { renderApp } from '../../testing/render-app'
import { OutboxProvider } from '../conversation/outbox'
import { TicketRow } from './ticket-row'

/* Fields that a row does not show by themselves. */
const NOT_SHOWN: (keyof TicketView)[] = [
  'companyId',
  'userId',
  'queueId',
  'whatsappId',
  // Of a waiting ticket, after a bot.
  'lastReceived',
  'lastReceivedKind',
  'contactId',
  'promptId',
  'integrationId',
  'version',
  'createdAt',
  'updatedAt',
  'closedAt',
  'id',
]

beforeEach(cleanup)

const nothing = () => undefined
const actions = { accept: nothing, finish: nothing, reopen: nothing, openMenu: nothing, toggle: nothing }

async function render(ticket: TicketView): Promise<string> {
  const desk = createFakeDesk({ me: buildMe(), tickets: [], messages: [], notes: [], schedules: [] }, nothing)
  const { container, unmount } = await renderApp(
    <OutboxProvider>
      <TicketRow ticket={ticket} isSelected={false} isMoving={false} showAssignee actions={actions} />
    </OutboxProvider>,
    { user: desk.data.me, path: '/tickets', answer: () => 'unreachable' },
  )
  const markup = container.innerHTML
  unmount()
  return markup
}

it('shows every field of a ticket that is not named above', async () => {
  const given = buildTicket({ lastMessageFromMe: true })
  const plain = await render(given)
  const hidden: string[] = []
  for (const field of Object.keys(anotherTicket) as (keyof TicketView)[]) {
    const changed = { ...given, [field]: anotherTicket[field] }
    if ((await render(changed)) === plain) hidden.push(field)
  }
  expect(hidden.toSorted()).toEqual(NOT_SHOWN.toSorted())
})
