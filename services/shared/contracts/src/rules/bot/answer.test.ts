import { answerAsBot, MOST_ANSWERS_PER_HOUR } from './answer'
import { isInMenu, startBot, type BotConfig, type BotOption, type BotQueue, type BotTurn } from './bot'
import { capabilities } from '../capabilities'
import { offerChoices, writeSay } from './menu'

const MINUTE = 60_000
// A Monday, 12:00 in São Paulo; the night is 03:00.
const NOON = Date.parse('2026-11-23T15:00:00Z')
const NIGHT = Date.parse('2026-11-23T06:00:00Z')

const week = (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map((weekdayEn) => ({
  weekdayEn,
  startTime: '08:00',
  endTime: '18:00',
}))

const queue = (id: number, name: string, fields: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greetingMessage: `Hi from ${name}`,
  outOfHoursMessage: '',
  schedules: week,
  timeZone: null,
  media: null,
  options: [],
  ...fields,
})

const option = (id: number, number: string, parentId: number | null, fields: Partial<BotOption> = {}) => ({
  id,
  title: `Title ${id}`,
  message: `Message ${id}`,
  option: number,
  parentId,
  mediaPath: null,
  mediaName: null,
  ...fields,
})

type Fields = Partial<Omit<BotConfig, 'connection'>> & { connection?: Partial<BotConfig['connection']> }

const config = ({ connection, ...fields }: Fields = {}): BotConfig => ({
  language: 'en',
  timeZone: 'America/Sao_Paulo',
  scheduleType: 'disabled',
  schedules: week,
  chatBotType: 'text',
  sendGreetingMessageOneQueues: false,
  queues: [],
  ...fields,
  connection: {
    greetingMessage: 'Welcome',
    outOfHoursMessage: '',
    maxUseBotQueues: 3,
    timeUseBotQueues: 0,
    transferQueueId: null,
    timeToTransfer: 0,
    ...connection,
  },
})

const two = [queue(7, 'Sales'), queue(8, 'Billing')]

/* A customer who writes these texts, one a second; what is said to each, and the state at the end. */
function talk(setup: BotConfig, texts: readonly string[], from = NOON, queueId: number | null = null) {
  let turn: BotTurn = { state: startBot(queueId), says: [], effects: [], timers: [] }
  const said = texts.map((text, index) => {
    turn = answerAsBot(setup, turn.state, { kind: 'message', text }, from + index * 1000)
    return turn.says.map((say) => writeSay(say, setup.chatBotType))
  })
  return { said, turn }
}

const MENU = '[ 1 ] - Sales\n[ 2 ] - Billing'
const INVALID = `Invalid choice. Reply with the number of one of these:\n\n${MENU}`

describe('a connection without queues', () => {
  it('greets once', () => {
    expect(talk(config(), ['hi', 'are you there?']).said).toEqual([['Welcome'], []])
  })
  it('without a greeting says nothing', () => {
    expect(talk(config({ connection: { greetingMessage: '  ' } }), ['hi']).said).toEqual([[]])
  })
})

describe('a connection with one queue', () => {
  const queues = [queue(7, 'Sales')]
  it('says nothing by itself', () => {
    const { said, turn } = talk(config({ queues }), ['hi'])
    expect(said).toEqual([[]])
    expect(turn.effects).toEqual([{ kind: 'move', queueId: 7 }])
  })
  it('greets once where the setting asks for it', () => {
    const setup = config({ queues, sendGreetingMessageOneQueues: true })
    expect(talk(setup, ['hi', 'hello?']).said).toEqual([['Welcome'], []])
    expect(talk({ ...setup, connection: { ...setup.connection, greetingMessage: '' } }, ['hi']).said).toEqual(
      [['Hi from Sales']],
    )
  })
  it('offers its options', () => {
    const options = [option(1, '1', null), option(2, '2', null)]
    const setup = config({ queues: [queue(7, 'Sales', { options })], sendGreetingMessageOneQueues: true })
    const { said, turn } = talk(setup, ['hi', '2', 'thanks'])
    const menu = 'Hi from Sales\n\n[ 1 ] - Title 1\n[ 2 ] - Title 2'
    expect(said).toEqual([['Welcome', menu], ['Message 2'], []])
    expect(turn.state).toMatchObject({ queueId: 7, step: { at: 'waiting' } })
  })
})

describe('a menu of queues', () => {
  const setup = config({ queues: two })
  it.each(['2', ' 2 ', '[2]', '[ 2 ]', '2.', '02', 'billing', ' BILLING'])(
    'takes %j for the second',
    (answer) => {
      const { said, turn } = talk(setup, ['hi', answer])
      expect(said).toEqual([[`Welcome\n\n${MENU}`], ['Hi from Billing']])
      expect(turn.effects).toEqual([{ kind: 'move', queueId: 8 }])
      expect(isInMenu(turn.state)).toBe(false)
    },
  )
  it('does not read the first message as an answer', () => {
    expect(talk(setup, ['2']).turn).toMatchObject({ state: { queueId: null }, effects: [] })
  })
  it.each(['3', '0', '', '2 or 1', '22', 'x', '٢'])('is said again after %j', (answer) => {
    expect(talk(setup, ['hi', answer]).said[1]).toEqual([INVALID])
  })
  it('is said maxUseBotQueues times, then a choice is still taken', () => {
    const { said, turn } = talk(setup, ['hi', 'x', 'x', 'x', 'x', '1'])
    expect(said.map((says) => says.length)).toEqual([1, 1, 1, 0, 0, 1])
    expect(turn.state.queueId).toBe(7)
  })
  it('without a maximum ends at the limit of an hour', () => {
    const endless = config({ queues: two, connection: { maxUseBotQueues: 0 } })
    const texts = Array.from({ length: 100 }, () => 'I am a bot')
    expect(talk(endless, texts).said.flat()).toHaveLength(MOST_ANSWERS_PER_HOUR)
  })
  it('also ends for a bot that asks for the main menu', () => {
    const texts = Array.from({ length: 100 }, () => '#')
    expect(talk(setup, texts).said.flat()).toHaveLength(MOST_ANSWERS_PER_HOUR)
  })
  it('waits timeUseBotQueues minutes before it is said again', () => {
    const patient = config({ queues: two, connection: { timeUseBotQueues: 5 } })
    const { turn } = talk(patient, ['hi', 'x'])
    expect(turn.says).toEqual([])
    const message = { kind: 'message' as const, text: 'x' }
    expect(answerAsBot(patient, turn.state, message, NOON + 5 * MINUTE).says).toHaveLength(1)
  })
  it('comes back with # when the ticket waits in a queue', () => {
    const { said, turn } = talk(setup, ['hi', '1', 'a question', '#'])
    expect(said.slice(2)).toEqual([[], [`Welcome\n\n${MENU}`]])
    expect(turn.effects).toEqual([{ kind: 'move', queueId: null }])
  })
  it('is not said to a ticket that was given a queue', () => {
    expect(talk(setup, ['hi'], NOON, 8)).toMatchObject({ said: [[]], turn: { state: { queueId: 8 } } })
  })
  it.each([
    ['list' as const, '*1.* Sales\n*2.* Billing'],
    ['button' as const, '1️⃣ Sales\n2️⃣ Billing'],
  ])('is written as a %s', (chatBotType, lines) => {
    expect(talk(config({ queues: two, chatBotType }), ['hi']).said).toEqual([[`Welcome\n\n${lines}`]])
  })
})

describe('a tree of options', () => {
  const options = [
    option(2, '2', null),
    option(1, '1', null),
    option(11, '1', 1),
    option(12, '2', 1, { message: '', mediaPath: 'a/b', mediaName: 'prices.pdf' }),
    option(111, '1', 11),
    option(112, '2', 11),
  ]
  const setup = config({ queues: [queue(7, 'Sales', { options }), queue(8, 'Billing')] })
  const ROOT = 'Hi from Sales\n\n[ 1 ] - Title 1\n[ 2 ] - Title 2\n[ 0 ] - Back to the previous menu'
  const NESTED = (id: number) =>
    `Message ${id}\n\n[ 1 ] - Title ${id}1\n[ 2 ] - Title ${id}2\n[ 0 ] - Back to the previous menu\n[ # ] - Main menu`

  it('goes down, back with 0, and to the main menu with #', () => {
    const { said } = talk(setup, ['hi', '1', '1', '1', '0', '0', '1', '#'])
    expect(said).toEqual([
      [`Welcome\n\n${MENU}`],
      [ROOT],
      [NESTED(1)],
      [NESTED(11)],
      [NESTED(1)],
      [ROOT],
      [NESTED(1)],
      [`Welcome\n\n${MENU}`],
    ])
  })
  it('goes back from its first menu to the queues', () => {
    expect(talk(setup, ['hi', '1', '0']).said[2]).toEqual([`Welcome\n\n${MENU}`])
  })
  it('says a leaf once with its file, then waits for an agent', () => {
    const { said, turn } = talk(setup, ['hi', '1', '1', '2', '2', 'hello?'])
    expect(said.slice(3)).toEqual([['Title 12'], [], []])
    expect(isInMenu(turn.state)).toBe(false)
    const leaf = talk(setup, ['hi', '1', '1', '2']).turn
    expect(leaf.says).toMatchObject([{ media: { path: 'a/b', name: 'prices.pdf' } }])
  })
  it('is left after maxUseBotQueues invalid answers', () => {
    const { said, turn } = talk(setup, ['hi', '1', 'x', 'x', 'x', '1'])
    expect(said.map((says) => says.length)).toEqual([1, 1, 1, 1, 0, 0])
    expect(turn.state).toMatchObject({ queueId: 7, step: { at: 'waiting' } })
  })
  it('takes a single option by itself, in and out', () => {
    const single = [option(1, '1', null), option(11, '1', 1), option(12, '2', 1)]
    const sole = config({ queues: [queue(7, 'Sales', { options: single }), queue(8, 'Billing')] })
    const { said } = talk(sole, ['hi', '1', '0'])
    expect(said.slice(1)).toEqual([['Hi from Sales', NESTED(1)], [`Welcome\n\n${MENU}`]])
  })
  it('reaches ten levels', () => {
    const deep = Array.from({ length: 10 }, (_, level) => [
      option(level * 2 + 1, '1', level === 0 ? null : level * 2 - 1),
      option(level * 2 + 2, '2', level === 0 ? null : level * 2 - 1),
    ]).flat()
    const setupDeep = config({ queues: [queue(7, 'Sales', { options: deep })] })
    const { said, turn } = talk(setupDeep, ['hi', ...Array.from({ length: 10 }, () => '1')])
    expect(said.at(-1)).toEqual(['Message 19'])
    expect(turn.state.step).toEqual({ at: 'waiting' })
  })
  it('that is a ring ends', () => {
    const ring = [option(1, '1', null), option(2, '1', 1, {}), { ...option(3, '1', 2), id: 1 }]
    expect(() => talk(config({ queues: [queue(7, 'Sales', { options: ring })] }), ['hi'])).not.toThrow()
  })
  it('that lost the menu the customer is in waits for an agent', () => {
    const { turn } = talk(setup, ['hi', '1', '1'])
    const without = config({ queues: two })
    const after = answerAsBot(without, turn.state, { kind: 'message', text: '1' }, NOON)
    expect(after).toMatchObject({ says: [], state: { queueId: 7, step: { at: 'waiting' } } })
  })
})

describe('out of hours', () => {
  const closed = { outOfHoursMessage: 'We are closed' }
  const company = config({ scheduleType: 'company', connection: closed })

  it('the company says so once an hour', () => {
    const { said, turn } = talk(company, ['hi', 'hello?'], NIGHT)
    expect(said).toEqual([['We are closed'], []])
    const message = { kind: 'message' as const, text: 'and now?' }
    expect(answerAsBot(company, turn.state, message, NIGHT + 59 * MINUTE).says).toEqual([])
    expect(answerAsBot(company, turn.state, message, NIGHT + 60 * MINUTE).says).toHaveLength(1)
  })
  it('within hours it greets', () => expect(talk(company, ['hi']).said).toEqual([['Welcome']]))
  it('without a text the hours are not applied', () => {
    expect(talk(config({ scheduleType: 'company' }), ['hi'], NIGHT).said).toEqual([['Welcome']])
  })
  it('the menu still finds the queue', () => {
    const { said, turn } = talk({ ...company, queues: two }, ['hi', '2', 'hello?'], NIGHT)
    expect(said).toEqual([
      [`We are closed\n\nIf you like, choose now who will answer you:\n\n${MENU}`],
      [],
      [],
    ])
    expect(turn.state.queueId).toBe(8)
  })
  it('the only queue has the ticket', () => {
    const { turn } = talk({ ...company, queues: [queue(7, 'Sales')] }, ['hi'], NIGHT)
    expect(turn).toMatchObject({ says: [{ text: 'We are closed' }], state: { queueId: 7 } })
  })
  it('a chosen queue keeps the ticket and offers the others', () => {
    const shut = [queue(7, 'Sales', closed), queue(8, 'Billing', { ...closed, timeZone: 'Asia/Tokyo' })]
    const setup = config({ scheduleType: 'queue', queues: shut })
    const { said, turn } = talk(setup, ['hi', '1', 'hello?', '#', '2'], NIGHT)
    expect(said.slice(1)).toEqual([
      ['We are closed\n\nTo choose another department, reply #.'],
      [],
      [`Welcome\n\n${MENU}`],
      // 15:00 in Tokyo.
      ['Hi from Billing'],
    ])
    expect(turn.state.queueId).toBe(8)
  })
  it('a ticket that waited since the day is told in the evening', () => {
    const { turn } = talk(company, ['hi'])
    const evening = NOON + 8 * 60 * MINUTE
    const message = { kind: 'message' as const, text: 'hello?' }
    expect(answerAsBot(company, turn.state, message, evening).says).toMatchObject([{ text: 'We are closed' }])
  })
})

describe('the transfer timer', () => {
  const setup = config({ queues: two, connection: { transferQueueId: 8, timeToTransfer: 10 } })
  it('runs while the ticket has no queue, and moves it', () => {
    const { turn } = talk(setup, ['hi'])
    expect(turn.timers).toEqual([{ kind: 'transfer', at: NOON + 10 * MINUTE, queueId: 8 }])
    const moved = answerAsBot(setup, turn.state, { kind: 'transfer' }, NOON + 10 * MINUTE)
    expect(moved).toMatchObject({
      says: [],
      effects: [{ kind: 'move', queueId: 8 }],
      timers: [],
      state: { step: { at: 'waiting' } },
    })
  })
  it('does not move a ticket that has a queue', () => {
    const { turn } = talk(setup, ['hi', '1'])
    expect(turn.timers).toEqual([])
    expect(answerAsBot(setup, turn.state, { kind: 'transfer' }, NOON).effects).toEqual([])
  })
})

describe('choices that are tapped', () => {
  const options = [option(1, '1', null), option(2, '2', null)]
  const queues = [queue(7, 'Sales', { options }), queue(8, 'Billing')]
  const setup = config({ queues, chatBotType: 'button', connection: { greetingMessage: '' } })
  const tap = (choiceId: string, text: string) => ({ kind: 'message' as const, text, choiceId })
  /* What is offered at the end of these answers, on the official API. */
  const offered = (own: Fields, ...answers: (string | ReturnType<typeof tap>)[]) => {
    const given = { ...setup, ...own, connection: { ...setup.connection, ...own.connection } }
    let turn: BotTurn = { state: startBot(null), says: [], effects: [], timers: [] }
    for (const [index, answer] of answers.entries()) {
      const message = typeof answer === 'string' ? { kind: 'message' as const, text: answer } : answer
      turn = answerAsBot(given, turn.state, message, NOON + index * 1000)
    }
    const shown = turn.says.map((say) => offerChoices(say, given, capabilities.cloud))
    const last = shown.at(-1)
    return { turn, shown, titles: last?.options.map(({ id, title }) => `${id} ${title}`), last }
  }

  it.each<[string, Fields, string | undefined]>([
    ['text', { chatBotType: 'text' }, undefined],
    ['list', { chatBotType: 'list' }, 'list'],
    ['button', { chatBotType: 'button' }, 'buttons'],
  ])('of the type %s', (_name, own, kind) => {
    expect(offered(own, 'hi').last?.kind).toBe(kind)
  })
  it('are offered to the official API alone', () => {
    const { says } = offered({}, 'hi').turn
    expect(says.map((say) => offerChoices(say, setup, capabilities.beta))).toEqual([undefined])
  })
  it('have words of their own above them, and the company its text', () => {
    expect(offered({}, 'hi').last?.text).toBe('Choose a department:')
    expect(offered({ connection: { greetingMessage: 'Welcome' } }, 'hi').last?.text).toBe('Welcome')
    expect(offered({}, 'hi', 'what?').last?.text).toBe('I did not understand. Tap one of these:')
  })
  it('lead back by a button that is short enough', () => {
    const menu = offered({}, 'hi', '1')
    expect(menu.last?.kind).toBe('buttons')
    expect(menu.titles).toEqual(['1 Title 1', '2 Title 2', '0 Back'])
    expect(offered({}, 'hi', '1', tap('0', 'Back')).titles).toEqual(['1 Sales', '2 Billing'])
    expect(offered({}, 'hi', '1', tap('#', 'Main menu')).titles).toEqual(['1 Sales', '2 Billing'])
  })
  it('answer as their numbers do', () => {
    const typed = offered({}, 'hi', '2').turn
    expect(typed.state.queueId).toBe(8)
    expect(offered({}, 'hi', tap('2', 'Billing')).turn).toEqual(typed)
  })
  it('of an older menu mean nothing in this one', () => {
    expect(offered({}, 'hi', '1', tap('2', 'Billing')).turn.says[0]?.text).toMatch(/^Invalid choice/)
  })
  it('are known by their key where their name has variables', () => {
    const named = { queues: [queue(7, 'For {{firstName}}'), queue(8, 'Billing')] }
    expect(offered(named, 'hi', tap('1', 'For Ana')).turn.state.queueId).toBe(7)
  })
  it('are a list when there are many, and text when there are more', () => {
    const some = (count: number) => ({
      queues: Array.from({ length: count }, (_, index) => queue(index + 1, `Queue ${index}`)),
    })
    expect([3, 4, 10, 11].map((count) => offered(some(count), 'hi').last?.kind)).toEqual([
      'buttons',
      'list',
      'list',
      undefined,
    ])
  })
  it('are text below a file', () => {
    const media = { path: 'a', name: 'a.png' }
    const own = { queues: [queue(7, 'Sales', { options, media }), queue(8, 'Billing')] }
    expect(offered(own, 'hi', '1').shown).toEqual([undefined])
  })
})
