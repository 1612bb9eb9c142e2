import type { ConnectionView, SimulatorOutboundItem, TicketView } from '@balcao/contracts'

import { signedIn, WIDE, type Agent } from '../browser'
import { startBrowserDesk, type BrowserDesk } from '../browser-desk'
import { createApiCall, type Call } from '../company'
import { findBubbles, logIn, pendingInSales } from '../ticket-screens'

export interface Customer {
  number: string
  name: string
}

export const LUCIA: Customer = { number: '5511944440001', name: 'Lúcia Prado' }

/** What the stories of the ticket screen share: Ana has the ticket of Lúcia Prado open. */
export interface ConversationDesk extends BrowserDesk {
  /** Without a session: the simulated phone. */
  network: Call
  connection: ConnectionView
  ana: Agent
  ticket: TicketView
  says(body: string, customer?: Customer): Promise<unknown>
  listSent(number: string): Promise<SimulatorOutboundItem[]>
}

function talkThroughPhone({ url }: BrowserDesk, connection: ConnectionView) {
  const network = createApiCall(url)
  return {
    network,
    connection,
    says: (body: string, { number, name }: Customer = LUCIA) =>
      network('post', '/simulator/inbound', {
        messages: [
          {
            connection: connection.id,
            number,
            name,
            body,
          },
        ],
      }),
    listSent: async (number: string) => {
      const path = `/simulator/outbound?connection=${connection.id}`
      const { body } = await network<{ items: SimulatorOutboundItem[] }>('get', path)
      return body.items.filter((item) => item.number === number)
    },
  }
}

/** The pending ticket of a customer who wrote, opened for an agent. */
async function openFor(email: string, { number }: Customer, url: string): Promise<TicketView> {
  const pending = await pendingInSales(url, number)
  const { call, user } = await logIn(url, email)
  const { body } = await call<TicketView>('put', `/tickets/${pending.id}`, {
    status: 'open',
    userId: user.id,
  })
  return body
}

async function prepareConversation(desk: BrowserDesk): Promise<ConversationDesk> {
  const { url, browser } = desk
  const { call } = await logIn(url, 'super@demo.local')
  const [connection] = (await call<ConnectionView[]>('get', '/whatsapp')).body
  const phone = talkThroughPhone(desk, connection!)
  await phone.says('Oi, tudo bem?')
  const ticket = await openFor('ana@demo.local', LUCIA, url)
  const ana = await signedIn(browser, url, 'ana@demo.local', WIDE)
  await ana.page.goto(`${url}/tickets/${ticket.uuid}`)
  await findBubbles(ana, 'Oi, tudo bem?').waitFor()
  return { ...desk, ...phone, ana, ticket }
}

/** A desk for the stories of a file. Before them there is none to get. */
export function startConversationDesk(name: string): () => ConversationDesk {
  let prepared: ConversationDesk | undefined
  startBrowserDesk(name, async (desk) => {
    prepared = await prepareConversation(desk)
  })
  return () => prepared!
}
