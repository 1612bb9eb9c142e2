import type { QuickMessageView } from '@balcao/contracts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'

import type { FakeAnswer, FakeCall } from '../../testing/fake-fetch'
import { installFakeLayout } from '../../testing/fake-layout'
import { renderApp } from '../../testing/render-app'
import { QuickAnswers } from './quick-answers'
import { useQuickAnswers } from './use-quick-answers'

installFakeLayout()

const quick = (shortcode: string, message: string) =>
  ({ id: shortcode.length, shortcode, message, media: null }) as unknown as QuickMessageView

const offered = [
  quick('bemvindo', '{{greeting}}, {{firstName}}! Aqui é a loja. {{unknown}}'),
  quick('pix', 'A chave é 123'),
]

const Field = () => {
  const [text, setText] = useState('')
  const answers = useQuickAnswers({
    text,
    caret: text.length,
    contactName: 'Helena Castro',
    onWrite: setText,
    onFile: () => undefined,
  })
  return (
    <>
      <textarea
        value={text}
        aria-label="campo"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => void answers.handleKey(event)}
      />
      <QuickAnswers list={answers} />
    </>
  )
}

const desk =
  (isComplete: boolean) =>
  ({ path }: FakeCall): FakeAnswer | 'unreachable' => {
    if (path === '/quick-messages/list') return { body: offered }
    if (path === '/settings') return { body: [{ key: 'language', value: 'es' }] }
    if (/\/schedules$/.test(path) && isComplete) return { body: { schedules: [], timeZone: 'Asia/Tokyo' } }
    return 'unreachable'
  }

async function open(isComplete = true) {
  const user = userEvent.setup()
  const view = await renderApp(<Field />, { user: { companyId: 3 }, answer: desk(isComplete) })
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'campo' })
  await waitFor(() => expect(view.calls.length).toBeGreaterThan(0))
  const listAsked = () => view.calls.map(({ path }) => path)
  return { user, field, listAsked }
}

const greetings = /^(Buenos días|Buenas tardes|Buenas noches), Helena! Aqui é a loja\. \{\{unknown\}\}$/

describe('a quick message', () => {
  it('is inserted as it will leave: in the zone and language of the company, for this contact', async () => {
    const { user, field, listAsked } = await open()
    await user.type(field, '/bem')
    await screen.findByRole('option')
    // At once, before both are known.
    await user.keyboard('{Enter}')
    await waitFor(() => expect(field.value).toMatch(greetings))
    expect(listAsked()).toEqual(expect.arrayContaining(['/companies/3/schedules', '/settings']))
  })

  it('stays as it is, for the server to fill, while those are not known', async () => {
    const { user, field } = await open(false)
    await user.type(field, '/bem')
    await screen.findByRole('option')
    await user.keyboard('{Enter}')
    expect(field.value).toBe(offered[0]?.message)
  })

  it('without variables asks for neither', async () => {
    const { user, field, listAsked } = await open()
    await user.type(field, '/pix')
    await screen.findByRole('option')
    await user.keyboard('{Enter}')
    expect(field.value).toBe('A chave é 123')
    expect(listAsked()).toEqual(['/quick-messages/list'])
  })
})
