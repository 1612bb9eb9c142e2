import { capabilities } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'

import { useListAllHelpsQuery } from '../../data/helps.api'
import { isAnswered } from '../../data/keep-answer'
import { readStored, storageKeys, writeStored } from '../../lib/storage'
import { buildTicket } from '../../testing/builders'
import { renderApp } from '../../testing/render-app'
import { FirstSteps, NextStep } from './first-steps'
import { listSteps, type CompanyNow } from './steps'

const empty: CompanyNow = {
  connections: [],
  queueCount: 0,
  userCount: 1,
  hasTriedBot: false,
  hasAnswered: false,
}
const real = { id: 1, status: 'CONNECTED', capabilities: capabilities.beta } as const
const official = { ...real, id: 3, capabilities: capabilities.cloud } as const
const simulated = { ...real, id: 2, capabilities: capabilities.simulated } as const
const lastMessageUser = { id: 12, name: 'Ana Souza' }

describe('the first steps', () => {
  it.each<[Partial<CompanyNow>, string[]]>([
    [{}, []],
    [{ connections: [{ ...real, status: 'qrcode' }] }, []],
    [{ connections: [{ ...real, status: 'DISCONNECTED' }, real] }, ['connect']],
    [{ queueCount: 1 }, ['queue']],
    [{ userCount: 2 }, ['colleague']],
    [{ hasTriedBot: true }, ['bot']],
    [{ hasAnswered: true }, ['answer']],
  ])('of %j are done: %j', (now, done) =>
    expect(
      listSteps({ ...empty, ...now })
        .filter(({ isDone }) => isDone)
        .map(({ id }) => id),
    ).toEqual(done),
  )
})

describe('the customer to answer', () => {
  it.each<[string, CompanyNow['connections'], number | undefined]>([
    ['writes from another phone to a real number', [simulated, real], undefined],
    ['is played on the simulated phone where no other is connected', [simulated], 2],
    ['is played on the simulated phone beside a number of the official API', [official, simulated], 2],
    ['is played on no phone that waits for its code', [{ ...simulated, status: 'qrcode' }], undefined],
  ])('%s', (_case, connections, simulatedId) =>
    expect(listSteps({ ...empty, connections }).map((step) => step.simulatedId)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      simulatedId,
    ]),
  )
})

describe('a customer', () => {
  it.each([
    ['is answered by a person in a queue', { lastMessageUser }, true],
    ['waits without an answer', {}, false],
    ['is not answered in a queue while the number has none', { lastMessageUser, queueId: null }, false],
    ['is no group', { lastMessageUser, isGroup: true }, false],
  ])('%s', (_case, ticket, is) => expect(isAnswered(buildTicket(ticket))).toBe(is))
})

/* The storage of a test is emptied before the first paint. */
const AfterTheBot = () => {
  writeStored(storageKeys.triedBot, '1')
  return <FirstSteps />
}

const open = (
  answers: Record<string, unknown[]>,
  profile: 'admin' | 'user' = 'admin',
  page = <FirstSteps />,
) =>
  renderApp(page, {
    user: { profile },
    answer: ({ path }) => {
      const [resource = ''] = path.split('?')
      if (resource === '/tickets')
        return { body: { tickets: answers[resource] ?? [], count: 0, hasMore: false } }
      return { body: answers[resource] ?? [] }
    },
  })

/* Asks after what stands before it: once its call is there, theirs would be. */
const AsksLast = () => {
  useListAllHelpsQuery()
  return null
}

const listCalls = async (profile: 'admin' | 'user', page: ReactElement) => {
  const { calls } = await open({ '/whatsapp': [real] }, profile, page)
  await waitFor(() => expect(calls.some(({ path }) => path.startsWith('/helps'))).toBe(true))
  return calls.map(({ path }) => path).filter((path) => !path.startsWith('/helps'))
}

const list = () => screen.queryByRole('region', { name: 'Primeiros passos' })

describe('the checklist', () => {
  afterEach(() => localStorage.clear())

  it('leads an administrator of an empty company', async () => {
    await open({ '/users/list': [{ id: 1 }], '/queue': [{ id: 1 }] })
    await waitFor(() => expect(list()).toBeTruthy())
    expect(screen.getByText('1 de 5')).toBeTruthy()
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Conecte um número' }).pathname).toBe(
      '/connections',
    )
  })

  it('opens the simulated phone, from which the customer of a simulated number writes', async () => {
    await open({ '/whatsapp': [simulated] })
    const phone = await screen.findByRole<HTMLAnchorElement>('link', { name: /telefone simulado/ })
    expect(phone.pathname + phone.search).toBe('/simulator?connection=2')
  })

  it('goes once all is done', async () => {
    const set = {
      '/users/list': [{ id: 1 }, { id: 2 }],
      '/queue': [{ id: 1 }],
      '/whatsapp': [real],
      '/tickets': [buildTicket({ lastMessageUser })],
    }
    const { calls } = await open(set, 'admin', <AfterTheBot />)
    await waitFor(() => expect(calls.length).toBeGreaterThanOrEqual(4))
    expect(list()).toBeNull()
    // The customer writes again, and the step stays done.
    await waitFor(() => expect(readStored(storageKeys.hasAnswered)).toBe('1'))
  })

  it('stays until a message was answered in a queue', async () => {
    const set = {
      '/users/list': [{ id: 1 }, { id: 2 }],
      '/queue': [{ id: 1 }],
      '/whatsapp': [real],
      '/tickets': [buildTicket({ queueId: null, lastMessageUser })],
    }
    await open(set, 'admin', <AfterTheBot />)
    expect(await screen.findByText('4 de 5')).toBeTruthy()
    expect(
      screen.getByRole<HTMLAnchorElement>('link', { name: 'Receba e responda uma mensagem' }).pathname,
    ).toBe('/tickets')
  })

  it('stays hidden where a person hid it', async () => {
    await open({})
    await userEvent.click(await screen.findByRole('button', { name: 'Ocultar os primeiros passos' }))
    expect(list()).toBeNull()
  })

  it('asks nothing for an agent, who sets up nothing', async () => {
    const calls = await listCalls(
      'user',
      <>
        <FirstSteps />
        <AsksLast />
      </>,
    )
    expect([list(), calls]).toEqual([null, []])
  })
})

describe('the next step', () => {
  afterEach(() => localStorage.clear())
  const set = { '/users/list': [{ id: 1 }], '/whatsapp': [real] }
  const keep = (key: 'hidesFirstSteps' | 'hasAnswered') =>
    function Kept() {
      writeStored(storageKeys[key], '1')
      return <NextStep />
    }
  /* Both are drawn from the same answers: the checklist shows that they are there. */
  const both = (
    <>
      <FirstSteps />
      <NextStep />
    </>
  )

  it('is the first one that is left, once one is done', async () => {
    await open(set, 'admin', both)
    const note = await screen.findByRole('note')
    expect(note.textContent).toMatch(/^Próximo passo: Crie uma fila/)
    expect(within(note).getByRole<HTMLAnchorElement>('link').pathname).toBe('/queues')
  })

  it.each<[string, Record<string, unknown[]>, string]>([
    ['before one is done', {}, '0 de 5'],
    ['once a customer was answered', { ...set, '/tickets': [buildTicket({ lastMessageUser })] }, '2 de 5'],
  ])('is not named %s', async (_case, answers, progress) => {
    await open(answers, 'admin', both)
    await screen.findByText(progress)
    expect(screen.queryByRole('note')).toBeNull()
  })

  it.each([
    ['for an agent', 'user', NextStep],
    ['where the steps are hidden', 'admin', keep('hidesFirstSteps')],
    ['where an answer was kept', 'admin', keep('hasAnswered')],
  ] as const)('asks for nothing %s', async (_case, profile, Page) => {
    const calls = await listCalls(
      profile,
      <>
        <Page />
        <AsksLast />
      </>,
    )
    expect([screen.queryByRole('note'), calls]).toEqual([null, []])
  })
})
