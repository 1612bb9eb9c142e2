import { readStored, storageKeys } from '../lib/storage'
import { buildTicket } from '../testing/builders'
import { renderApp } from '../testing/render-app'
import { useKeepAnswer } from './keep-answer'

const Open = ({ ticket }: { ticket: ReturnType<typeof buildTicket> }) => {
  useKeepAnswer(ticket)
  return null
}

afterEach(() => localStorage.clear())

it.each([
  ['is kept', { lastMessageUser: { id: 12, name: 'Ana Souza' } }, '1'],
  ['is none while only the bot wrote', { lastMessageUser: null }, null],
])('the answer in an open ticket %s', async (_case, given, kept) => {
  await renderApp(<Open ticket={buildTicket(given)} />, { answer: () => ({ body: [] }) })
  expect(readStored(storageKeys.hasAnswered)).toBe(kept)
})
