import { act, waitFor } from '@testing-library/react'

import { messagesApi } from '../../../data/messages.api'
import { buildMe, buildMessage, buildTicket } from '../../../testing/desk-builders'
import { createFakeDesk } from '../../../testing/fake-desk'
import { renderApp } from '../../../testing/render-app'
import { OutboxProvider } from '../outbox'
import { useThread, type Thread } from './use-thread'

const ticket = buildTicket({ id: 20, contactId: 5 })

const open = async () => {
  const messages = Array.from({ length: 30 }, (_none, index) =>
    buildMessage({ id: `m${index + 1}`, ticketId: ticket.id, seq: index + 1 }),
  )
  const desk = createFakeDesk(
    { me: buildMe(), tickets: [ticket], messages, notes: [], schedules: [] },
    () => undefined,
  )
  const held: (() => void)[] = []
  const rules = { isHeld: false }
  let thread: Thread | undefined
  const Probe = () => {
    thread = useThread(ticket)
    return null
  }
  const view = await renderApp(
    <OutboxProvider>
      <Probe />
    </OutboxProvider>,
    {
      user: desk.data.me,
      answer: async ({ method, path }) => {
        const { pathname, searchParams } = new URL(path, 'http://desk')
        if (rules.isHeld) await new Promise<void>((resolve) => held.push(resolve))
        return desk.handle({ method, path: pathname, query: searchParams, body: null })
      },
    },
  )
  await waitFor(() => expect(thread?.messages).toHaveLength(20))
  return {
    loadOlder: () => act(() => thread?.loadOlder()),
    countMessages: () => thread?.messages.length,
    readAgain: () => {
      rules.isHeld = true
      act(
        () =>
          void view.store.dispatch(messagesApi.util.invalidateTags([{ type: 'messages', id: ticket.id }])),
      )
      return waitFor(() => expect(held).toHaveLength(1))
    },
    release: () => {
      rules.isHeld = false
      for (const goOn of held.splice(0)) goOn()
    },
  }
}

it('loads older messages for a reader who came to the top while the newest were read again', async () => {
  const { readAgain, loadOlder, countMessages, release } = await open()
  await readAgain()
  loadOlder()
  expect(countMessages()).toBe(20)
  release()
  await waitFor(() => expect(countMessages()).toBe(30))
})
