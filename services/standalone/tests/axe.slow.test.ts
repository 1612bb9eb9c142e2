import { rm } from 'node:fs/promises'

import type { ConnectionView, LoginAnswer, QueueView, TicketView } from '@balcao/contracts'
import { freePort, temporaryFolder } from '@balcao/testkit'
import type { Browser, Page } from 'playwright-core'

import { findFaults } from './support/axe'
import { chromiumPath, launch, PASSWORD, PHONE, signedIn, WIDE, type Agent } from './support/browser'
import { createApiCall, until, type Call } from './support/company'
import { listBillingStates, listPlatformStates, type State } from './support/platform-screens'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'
import { chooseAttach } from './support/ticket-screens'

/* Of a super user of the demo, at least. */
const MENU_ENTRIES = 21

/* Every screen with its menus and dialogs open, on desktop and phone, light and dark: axe finds no violation. */

const describeInBrowser = chromiumPath ? describe : describe.skip

let dataDir: string
let desk: SpawnedDesk
let browser: Browser
let ticket: TicketView

async function logInAs(email: string): Promise<Call> {
  const { body } = await createApiCall(desk.url)<LoginAnswer>('post', '/auth/login', {
    email,
    password: PASSWORD,
  })
  return createApiCall(desk.url, body.token)
}

/* Logs in for each change: on a busy machine the file takes longer than a token lasts. */
async function setHours(value: 'queue' | 'company'): Promise<void> {
  const api = await logInAs('admin@demo.local')
  const { status } = await api('put', '/settings/scheduleType', { value })
  expect(status).toBe(200)
}

beforeAll(async () => {
  if (!chromiumPath) return
  dataDir = await temporaryFolder('axe')
  desk = await spawnDesk({
    dataDir,
    port: await freePort(),
    env: { DEMO: 'full', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '0' },
  })
  const call = await logInAs('super@demo.local')
  const { body } = await call<{ tickets: TicketView[] }>('get', '/tickets?showAll=true&status=open')
  ticket = body.tickets.find(({ contact }) => contact.name === 'Rita Souza') ?? body.tickets[0]!
  const { body: queues } = await call<QueueView[]>('get', '/queue')
  const queueId = queues.find(({ name }) => name === 'Vendas')?.id
  for (const title of ['Preços', 'Trocas']) await call('post', '/queue-options', { queueId, title })
  // A connection waiting for its QR code.
  await call('post', '/whatsapp', { name: 'Segunda linha' })
  // A connection that was unlinked on the phone.
  const { body: unlinked } = await call<ConnectionView>('post', '/whatsapp', { name: 'Terceira linha' })
  const phone = (action: string) =>
    createApiCall(desk.url)('post', `/simulator/connections/${unlinked.id}/${action}`, {})
  await until(async () => (await phone('scan')).status === 200 || undefined, 'a code to scan')
  const endIs = async (lastEnd: string | null, status: string) => {
    const { body: seen } = await call<ConnectionView>('get', `/whatsapp/${unlinked.id}`)
    return (seen.lastEnd === lastEnd && seen.status === status) || undefined
  }
  await until(() => endIs(null, 'CONNECTED'), 'the session')
  await phone('logout')
  await until(() => endIs('logged-out', 'DISCONNECTED'), 'its end')
  browser = await launch()
})

afterAll(async () => {
  if (!chromiumPath) return
  await browser.close()
  await desk.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const sizes = [
  ['a desk of 1440 px', WIDE],
  ['a phone of 390 px', PHONE],
] as const

describeInBrowser.each(sizes)('on %s', (_name, viewport) => {
  let sofia: Agent
  let page: Page

  /* What has the focus or the pointer shows its name, outside of all landmarks. */
  const leaveTooltips = async () => {
    await page.mouse.move(0, 0)
    await page.evaluate('document.activeElement?.blur()')
    await page.locator('[role=tooltip]').first().waitFor({ state: 'detached' })
  }
  const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
  const fromMenu = async (entry: RegExp) => {
    await page.locator('.ticket-header').getByRole('button', { name: 'Mais opções' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    await dialog()
  }

  const opens = (name: string, path: string, heading: string): State => [
    name,
    async () => {
      await page.goto(desk.url + path)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    },
  ]
  const adds = (name: string, button: string): State => [
    name,
    () => page.getByRole('button', { name: button, exact: true }).first().click().then(dialog),
  ]

  /** How each state is reached; an open dialog or menu is closed by Escape before the next. */
  const states: State[] = [
    [
      'no ticket',
      async () => {
        await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
        await page.getByRole('listitem').first().waitFor()
      },
    ],
    [
      'the pages of campaigns in the menu',
      async () => {
        if (viewport === PHONE) await page.getByRole('button', { name: 'Abrir menu' }).click()
        await page.getByRole('button', { name: 'Campanhas', exact: true }).click()
        await page.getByRole('link', { name: 'Listas de Contatos' }).waitFor()
      },
    ],
    ['the account menu', () => page.getByRole('button', { name: /conta/i }).last().click().then(dialog)],
    [
      'the internal chats',
      () =>
        page
          .getByRole('button', { name: /^Chat interno/ })
          .click()
          .then(dialog),
    ],
    [
      'the command palette',
      async () => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('con')
        await page.getByRole('option', { name: 'Conexões', exact: true }).waitFor()
        await page.getByRole('group', { name: 'Configurações' }).getByRole('option').first().waitFor()
      },
    ],
    [
      'the bell',
      () =>
        page
          .getByRole('button', { name: /^Notificações/ })
          .click()
          .then(dialog),
    ],
    [
      'the queues',
      async () => {
        await page.getByRole('button', { name: /^Escolher filas/ }).click()
        await page.getByRole('menuitemcheckbox').first().waitFor()
      },
    ],
    adds('a new ticket', 'Novo'),
    [
      'a ticket',
      async () => {
        await page.goto(`${desk.url}/tickets/${ticket.uuid}`)
        await page.getByRole('article').last().waitFor()
      },
    ],
    [
      'the menu of a ticket',
      () => page.locator('.ticket-header').getByRole('button', { name: 'Mais opções' }).click(),
    ],
    [
      'the menu of a message',
      async () => {
        await page.getByRole('article').last().focus()
        await page.keyboard.press('Shift+F10')
        await page.getByRole('menuitem', { name: 'Responder' }).waitFor()
      },
    ],
    [
      'the find bar',
      async () => {
        await page.locator('.ticket-header').getByRole('button', { name: 'Mais opções' }).click()
        await page.getByRole('menuitem', { name: 'Buscar na conversa' }).click()
        await page.locator('#find-in-conversation:focus').waitFor()
        await page.keyboard.type('a')
        await page.locator('.bubble--current mark').first().waitFor()
      },
    ],
    [
      'the command palette over a ticket',
      async () => {
        await page.keyboard.press('Control+k')
        await page.getByRole('option', { name: /^Resolver/ }).waitFor()
        await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('rita')
        await page.getByRole('group', { name: 'Contatos' }).getByRole('option').first().waitFor()
      },
    ],
    [
      'the contacts to send',
      async () => {
        // Escape closed the palette, and then the ticket.
        await page.goto(`${desk.url}/tickets/${ticket.uuid}`)
        await page.getByRole('article').last().waitFor()
        await chooseAttach(page, 'Enviar contatos').then(dialog)
      },
    ],
    ['the transfer', () => fromMenu(/Transferir/)],
    ['the schedule', () => fromMenu(/Agendamento/)],
    ['the deletion', () => fromMenu(/Deletar/)],
    [
      'the contact',
      async () => {
        // Open already where it has room beside the conversation.
        const panel = page.getByRole('complementary')
        if ((await panel.count()) === 0) await page.locator('.ticket-header__who').click()
        await panel.waitFor()
      },
    ],
    [
      'the connections',
      async () => {
        await page.goto(`${desk.url}/connections`)
        await page.getByText('Segunda linha').first().waitFor()
      },
    ],
    ['the QR code', () => page.getByRole('button', { name: 'QR CODE' }).first().click().then(dialog)],
    [
      'the linking code',
      async () => {
        await page.getByRole('button', { name: 'QR CODE' }).first().click()
        await page.getByRole('button', { name: 'Conectar com código' }).click()
        await page.getByLabel('Número do celular').fill('5511912345678')
        await page.getByRole('button', { name: 'Gerar código' }).click()
        await page.getByLabel('Código de conexão').waitFor()
      },
    ],
    [
      'the health of an unlinked number',
      async () => {
        await page.getByRole('button', { name: 'Saúde: Terceira linha' }).first().click()
        await page.getByText('Última mensagem recebida').waitFor()
      },
    ],
    [
      'the send queue',
      async () => {
        await page
          .getByRole('button', { name: /^Fila de envio/ })
          .first()
          .click()
        await page.getByText('Mensagens aguardando envio').waitFor()
      },
    ],
    [
      'the queues page',
      async () => {
        await page.goto(`${desk.url}/queues`)
        await page.getByText('Vendas').first().waitFor()
      },
    ],
    adds('a new queue', 'Adicionar fila'),
    [
      'the hours of a queue',
      async () => {
        await setHours('queue')
        await page.getByRole('button', { name: 'Editar: Vendas' }).click()
        await page.getByRole('tab', { name: 'Horários de Atendimento' }).click()
        await page.getByRole('group', { name: 'domingo' }).waitFor()
      },
    ],
    [
      'the menu of a queue',
      async () => {
        await page.getByRole('button', { name: 'Editar: Vendas' }).click()
        await page
          .getByRole('button', { name: /^Preços/ })
          .first()
          .waitFor()
      },
    ],
    [
      'the preview of the bot',
      async () => {
        await page.getByRole('button', { name: 'Editar: Vendas' }).click()
        if (viewport === PHONE) await page.getByRole('tab', { name: 'Experimentar' }).click()
        await page.getByLabel('Mensagem do cliente').fill('oi')
        await page.keyboard.press('Enter')
        await page.getByRole('log').getByText('Cliente').waitFor({ state: 'attached' })
      },
    ],
    opens('the contacts', '/contacts', 'Contatos'),
    adds('a new contact', 'Adicionar contato'),
    adds('an import of contacts', 'Importar'),
    [
      'a merge of contacts',
      () =>
        page
          .getByRole('button', { name: /^Mesclar: / })
          .first()
          .click()
          .then(dialog),
    ],
    opens('the kanban', '/kanban', 'Kanban'),
    [
      'the lanes a card may go to',
      () =>
        page
          .getByRole('button', { name: /^Mover ticket/ })
          .first()
          .click(),
    ],
    opens('the month', '/schedules?view=month', 'Agendamentos'),
    opens('the week', '/schedules?view=week', 'Agendamentos'),
    opens('the agenda', '/schedules?view=agenda', 'Agendamentos'),
    adds('a new schedule', 'Novo agendamento'),
    opens('the help videos', '/helps', 'Central de Ajuda (3)'),
    [
      'a help video',
      () =>
        page
          .getByRole('button', { name: /^Assistir / })
          .first()
          .click()
          .then(dialog),
    ],
    opens('the to-do list', '/todolist', 'Tarefas'),
    [
      'a task',
      async () => {
        await page.getByLabel('Nova tarefa').fill('Ligar para Helena')
        await page.keyboard.press('Enter')
        await page.getByText('Atualizada em').first().waitFor()
      },
    ],
    opens('the tags', '/tags', 'Tags'),
    adds('a new tag', 'Adicionar tag'),
    opens('the integrations', '/queue-integration', 'Integrações'),
    adds('a new integration', 'Adicionar integração'),
    opens('the API keys', '/api-keys', 'Chaves de API'),
    adds('a new API key', 'Adicionar chave'),
    opens('the webhooks', '/webhooks', 'Webhooks'),
    adds('a new webhook', 'Adicionar webhook'),
    opens('the costs', '/message-costs', 'Custos do WhatsApp'),
    adds('the prices', 'Preços e orçamento'),
    opens('the API', '/messages-api', 'API'),
    [
      'the webhooks of delivery',
      () =>
        page
          .getByRole('region', { name: 'Webhooks de entrega' })
          .getByLabel(/^URL do webhook/)
          .waitFor(),
    ],
    opens('the prompts', '/prompts', 'Open.Ai (Prompts)'),
    ['a prompt without a key', () => page.getByText('Não responde: falta a API Key.').first().waitFor()],
    adds('a new prompt', 'Adicionar prompt'),
    opens('the quick messages', '/quick-messages', 'Respostas Rápidas'),
    adds('a new quick message', 'Adicionar resposta rápida'),
    ['the announcements', () => page.getByRole('button', { name: /^Informativos/ }).click()],
    opens('the announcements page', '/announcements', 'Informativos'),
    adds('a new announcement', 'Adicionar informativo'),
    opens('the file lists', '/files', 'Lista de arquivos'),
    adds('a new file list', 'Adicionar lista'),
    opens('the internal chat', '/chats', 'Chat Interno'),
    adds('a new internal chat', 'Nova'),
    [
      'the settings',
      async () => {
        await page.goto(`${desk.url}/settings`)
        await page.getByRole('switch', { name: 'Avaliações' }).waitFor()
      },
    ],
    [
      'the hours of the company',
      async () => {
        await setHours('company')
        await page.getByRole('tab', { name: 'Horários' }).click()
        await page.getByRole('group', { name: 'domingo' }).waitFor()
      },
    ],
    [
      'the users',
      async () => {
        await page.goto(`${desk.url}/users`)
        await page.getByText('bruno@demo.local').waitFor()
      },
    ],
    ['a new user', () => page.getByRole('button', { name: 'Adicionar usuário' }).click().then(dialog)],
    [
      'the deletion of a user',
      () => page.getByRole('button', { name: 'Excluir: Bruno' }).click().then(dialog),
    ],
    opens('the contact lists', '/contact-lists', 'Listas de Contatos'),
    [
      'a new contact list',
      () => page.getByRole('button', { name: 'Nova lista' }).first().click().then(dialog),
    ],
    opens('the campaigns', '/campaigns', 'Campanhas'),
    [
      'a new campaign',
      () => page.getByRole('button', { name: 'Nova campanha' }).first().click().then(dialog),
    ],
    [
      'the settings of campaigns',
      async () => {
        await page.goto(`${desk.url}/campaigns-config`)
        await page.getByLabel('Palavras para sair').waitFor()
      },
    ],
    [
      'the own profile',
      async () => {
        await page.getByRole('button', { name: /conta/i }).last().click()
        await page.getByRole('menuitem', { name: 'Meu perfil' }).click()
        await page.getByRole('dialog', { name: 'Meu perfil' }).getByLabel(/^Nome/).waitFor()
      },
    ],
    ...listPlatformStates(() => ({ page, url: desk.url })),
    ...listBillingStates(() => ({ page, url: desk.url })),
  ]

  beforeAll(async () => {
    sofia = await signedIn(browser, desk.url, 'super@demo.local', viewport)
    page = sofia.page
  })

  afterAll(() => sofia.context.close())

  it('finds nothing on the public pages and the simulator', async () => {
    const context = await browser.newContext({ viewport, locale: 'pt-BR', reducedMotion: 'reduce' })
    const anonymous = await context.newPage()
    const found: string[] = []
    for (const [path, shown] of [
      ['/login', anonymous.getByLabel('E-mail')],
      ['/signup', anonymous.getByRole('radio').first()],
      ['/forgetpsw', anonymous.getByLabel('E-mail')],
      ['/simulator', anonymous.getByText('Helena Castro').first()],
    ] as const) {
      await anonymous.goto(desk.url + path)
      await shown.waitFor()
      found.push(...(await findFaults(anonymous)).map((fault) => `${path}: ${fault}`))
    }
    await context.close()
    expect(found).toEqual([])
  })

  /* One after the other on one page: a state may begin where the one before ended. */
  it.each(states)('finds nothing on %s', async (_name, reach) => {
    await leaveTooltips()
    await reach()
    const found = await findFaults(page)
    // The first Escape closes a list that is open in a dialog, not one that is part of it.
    if ((await page.locator('[role=listbox]:not(.choices__list)').count()) > 0)
      await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.locator('.MuiModal-root').first().waitFor({ state: 'detached' })
    expect(found).toEqual([])
  })

  it('finds nothing on every page of the menu', async () => {
    await page.goto(`${desk.url}/users`)
    if (viewport === PHONE) await page.getByRole('button', { name: 'Abrir menu' }).click()
    const links = page.getByRole('navigation', { name: 'Menu principal' }).locator('a')
    // Not whole before the plan is known: what it brings comes then.
    await links.nth(MENU_ENTRIES - 1).waitFor({ state: 'attached' })
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    const found: string[] = []
    for (const path of paths) {
      await page.goto(desk.url + path)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      found.push(...(await findFaults(page)).map((fault) => `${path}: ${fault}`))
    }
    expect(found).toEqual([])
  })

  it('met no fault of a page', () => expect(sofia.faults).toEqual([]))
})
