import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import type { MessagesPage, TicketView } from '@balcao/contracts'
import { freePort, temporaryFolder } from '@balcao/testkit'
import type { Browser, Locator } from 'playwright-core'

import {
  startFakeWhatsApp,
  textOf,
  type Account,
  type Contact,
  type FakeWhatsApp,
  type ReceivedMessage,
} from '../../messaging-gateway/tests/fake-whatsapp'
import { findFaults } from './support/axe'
import { chromiumPath, launch, PHONE, signedIn, WIDE, type Agent } from './support/browser'
import { until } from './support/company'
import { addPhone, findConnection, readQrOnScreen, showConnections } from './support/connection-screens'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'
import {
  accept,
  answer,
  findBubbles,
  acceptBoth,
  pendingInSales,
  findRow,
  logIn,
  showWaiting,
} from './support/ticket-screens'

/*
 * The same story with a phone instead of the simulator: the desk is linked by the QR code on its screen and speaks
 * WhatsApp's protocol with customers' phones. The network runs in this process and survives restarts of the desk.
 */

const story = chromiumPath ? describe : describe.skip

const photo = path.join(__dirname, '../assets/demo/photo.png')

let dataDir: string
let port: number
let wa: FakeWhatsApp
let desk: SpawnedDesk
let browser: Browser

const startDesk = () =>
  spawnDesk({
    dataDir,
    port,
    env: {
      DEMO: 'minimal',
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '0',
      WHATSAPP_WEB_URL: wa.url,
      WHATSAPP_WEB_CLIENT_URL: wa.webClientUrl,
      WHATSAPP_ROOT_KEY: wa.rootKey,
      WHATSAPP_MEDIA_URL: wa.mediaUrl,
    },
  })

beforeAll(async () => {
  if (!chromiumPath) return
  // The test reports delivery and reading itself.
  wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small', autoReceipts: 'none' } })
  dataDir = await temporaryFolder('story-phone')
  port = await freePort()
  desk = await startDesk()
  browser = await launch()
})

afterAll(async () => {
  if (!chromiumPath) return
  await browser.close()
  await desk.stop()
  await wa.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const sizes = [
  { name: 'a desk of 1440 px', viewport: WIDE, ours: '5511940000001', customers: '55119333400' },
  { name: 'a phone of 390 px', viewport: PHONE, ours: '5511940000002', customers: '55119333500' },
]

story.each(sizes)('on $name', ({ viewport, ours, customers }) => {
  const connection = `Loja ${ours.slice(-4)}`
  const customer = `Cliente ${customers}01`
  const contested = `Disputado ${customers}02`
  let ana: Agent
  let admin: Agent
  let account: Account
  let phone: Contact
  let rival: Contact
  let ticket: TicketView

  const inbox = () => phone.inbox(account)
  const reached = (what: string, find: (received: ReceivedMessage) => unknown) =>
    until(() => Promise.resolve(inbox().messages.find(find)), `${what} at the customer's phone`)
  const reachedText = (text: string) =>
    reached(text, ({ message }) => textOf(message)?.includes(text) === true)
  const tick = (bubble: Locator, name: string) => bubble.getByRole('img', { name, exact: true }).waitFor()
  const openMenu = async (bubble: Locator) => {
    await bubble.click({ button: 'right' })
    return ana.page.getByRole('menu')
  }

  beforeAll(async () => {
    account = wa.account(ours)
    phone = wa.contact(`${customers}01`, { name: customer })
    rival = wa.contact(`${customers}02`, { name: contested })
    ana = await signedIn(browser, desk.url, 'ana@demo.local', viewport)
    admin = await signedIn(browser, desk.url, 'admin@demo.local', viewport)
  })

  afterAll(async () => {
    await ana.context.close()
    await admin.context.close()
  })

  it('links the phone that scans the picture of the screen', async () => {
    await showConnections(desk.url, admin)
    await addPhone(admin, connection)
    await account.scan(await readQrOnScreen(admin))
    await findConnection(admin, connection).getByText('Conectado', { exact: true }).waitFor()
    expect(account.isOnline).toBe(true)
    await admin.page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('carries a message from the customer to the agent and the answer back, with its ticks', async () => {
    await showWaiting(desk.url, ana)
    await showWaiting(desk.url, admin)
    const question = await phone.text(account, 'Oi, vocês entregam hoje?')
    ticket = await pendingInSales(desk.url, phone.number)
    await findRow(ana, customer).waitFor()
    await findRow(admin, customer).waitFor()
    await accept(ana, customer)
    await findRow(admin, customer).waitFor({ state: 'detached' })
    await findBubbles(ana, 'Oi, vocês entregam hoje?').waitFor()
    await until(
      () => Promise.resolve(account.ledger.receipts.find((it) => it.waId === question && it.type === 'read')),
      'the blue ticks on the customer’s phone',
    )

    const bubble = await answer(ana, 'Entregamos sim!')
    const { waId } = await reachedText('Entregamos sim!')
    await tick(bubble, 'Enviada')
    phone.receipt(account, [waId], 'delivery')
    await tick(bubble, 'Recebida')
    phone.receipt(account, [waId], 'read')
    await tick(bubble, 'Lida')
    expect(await bubble.count()).toBe(1)
  })

  it('tells the slower agent who was faster', async () => {
    const writes = () => rival.text(account, 'Alguém aí?')
    const agents = { faster: ana, fasterName: /Ana/, slower: admin }
    await acceptBoth(desk.url, { name: contested, number: rival.number, writes }, agents)
    await ana.page.goto(`${desk.url}/tickets/${ticket.uuid}`)
    await findBubbles(ana, 'Entregamos sim!').waitFor()
  })

  it('carries pictures both ways', async () => {
    const bytes = readFileSync(photo)
    await phone.media(account, 'image', bytes, { mimetype: 'image/png', caption: 'O pacote chegou assim' })
    const picture = findBubbles(ana, 'O pacote chegou assim').locator('.image-box img')
    await picture.waitFor()
    await until(
      () =>
        picture.evaluate(
          (image: { complete: boolean; naturalWidth: number }) => image.complete && image.naturalWidth,
        ),
      'the picture on the screen',
    )

    await ana.page.locator('input[type="file"]').first().setInputFiles(photo)
    await ana.page.getByRole('textbox', { name: /Legenda/ }).fill('Assim é o certo')
    await ana.page.getByRole('button', { name: 'Enviar 1 arquivo' }).click()
    const { message } = await reached('the picture', (it) =>
      it.message.imageMessage?.caption?.includes('certo'),
    )
    expect(phone.openMedia(message)).toEqual(bytes)
  })

  it('carries voice notes both ways', async () => {
    await ana.page.getByRole('button', { name: 'Gravar áudio' }).click()
    await ana.page.getByText(/^0:02/).first().waitFor()
    await ana.page.getByRole('button', { name: 'Enviar áudio' }).click()
    const { message } = await reached('the voice note', (it) => it.message.audioMessage)
    const spoken = phone.openMedia(message)
    expect(message.audioMessage).toMatchObject({ ptt: true, mimetype: expect.stringContaining('ogg') })
    expect(spoken.subarray(0, 4).toString()).toBe('OggS')

    const waveform = Uint8Array.from({ length: 64 }, (_, at) => (at < 32 ? 0 : 100))
    await phone.media(account, 'audio', spoken, { ptt: true, seconds: 2, waveform })
    const note = ana.page.locator('.bubble--them').filter({ has: ana.page.locator('.audio') })
    await note.waitFor()
    const heights = await note
      .locator('.audio__wave i')
      .evaluateAll((bars) => bars.map((bar) => (bar as { clientHeight: number }).clientHeight))
    expect(heights).toEqual(heights.map((_, at) => (at < heights.length / 2 ? 4 : 22)))
    await note.getByRole('button', { name: /^Ouvir/ }).click()
    const sound = note.locator('audio')
    await until(
      () =>
        sound.evaluate(
          (audio: { currentTime: number; error: unknown }) => audio.currentTime > 0 && audio.error === null,
        ),
      'the sound of the voice note',
    )
  })

  it('carries edits, emojis and deletions to the customer', async () => {
    const bubble = await answer(ana, 'Custa 12 reais')
    const { waId } = await reachedText('Custa 12 reais')
    await tick(bubble, 'Enviada')
    await (await openMenu(bubble)).getByRole('menuitem', { name: 'Editar' }).click()
    await ana.page.getByRole('textbox', { name: 'Editar mensagem' }).fill('Custa 21 reais')
    await ana.page.getByRole('button', { name: 'Salvar edição' }).click()
    await findBubbles(ana, 'Custa 21 reais').getByText('Editada').waitFor()
    const { message: edit } = await reached('the edit', (it) => it.message.protocolMessage?.editedMessage)
    expect(edit.protocolMessage).toMatchObject({
      key: { id: waId, fromMe: true },
      editedMessage: { extendedTextMessage: { text: expect.stringContaining('Custa 21 reais') } },
    })

    const question = findBubbles(ana, 'Oi, vocês entregam hoje?')
    await (await openMenu(question)).getByRole('menuitemradio', { name: /👍/u }).click()
    await reached('the emoji', (it) => it.message.reactionMessage?.text === '👍')

    await (
      await openMenu(findBubbles(ana, 'Custa 21 reais'))
    )
      .getByRole('menuitem', { name: 'Deletar' })
      .click()
    await ana.page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click()
    await findBubbles(ana, 'Mensagem apagada').waitFor()
    await reached('the deletion', ({ message: { protocolMessage } }) => {
      return protocolMessage && !protocolMessage.editedMessage && protocolMessage.key?.id === waId
    })
  })

  it('shows what the customer edits, likes and deletes', async () => {
    const id = await phone.text(account, 'Rua das Flores, 12')
    await findBubbles(ana, 'Rua das Flores, 12').waitFor()
    await phone.edit(account, id, 'Rua das Flores, 21')
    await findBubbles(ana, 'Rua das Flores, 21').getByText('Editada').waitFor()

    const { waId } = await reachedText('Entregamos sim!')
    await phone.react(account, { id: waId }, '🙏')
    await ana.page.getByRole('list', { name: 'Reações' }).getByText('🙏').waitFor()

    const slip = await phone.text(account, 'Ops, era para outra pessoa')
    await findBubbles(ana, 'Ops, era para outra pessoa').waitFor()
    await phone.revoke(account, slip)
    await findBubbles(ana, 'Essa mensagem foi apagada pelo contato').waitFor()
  })

  it('breaks no rule of axe and no page', async () => {
    expect(await findFaults(ana.page)).toEqual([])
    expect(ana.faults).toEqual([])
    expect(admin.faults).toEqual([])
  })

  it('comes back from a kill without a QR code, with the backlog in order', async () => {
    wa.settings.registrationIsOver = true
    await desk.kill()
    await until(() => Promise.resolve(!account.isOnline), 'the line to break')
    const backlog = Array.from({ length: 12 }, (_, index) => `Recado ${String(index + 1).padStart(2, '0')}`)
    for (const body of backlog) await phone.text(account, body)
    desk = await startDesk()

    await findBubbles(ana, backlog.at(-1)!).waitFor({ timeout: 60_000 })
    const shown = await ana.page.getByRole('article').allInnerTexts()
    expect(shown.flatMap((text) => /Recado \d\d/.exec(text) ?? [])).toEqual(backlog)
    const { call } = await logIn(desk.url, 'super@demo.local')
    const { body } = await call<MessagesPage>('get', `/messages/${ticket.id}`)
    const kept = body.messages.map((message) => message.body).filter((text) => text.startsWith('Recado'))
    expect(kept).toEqual(backlog)

    await answer(ana, 'Estou de volta')
    await reachedText('Estou de volta')
    await showConnections(desk.url, admin)
    await findConnection(admin, connection).getByText('Conectado', { exact: true }).waitFor()
    wa.settings.registrationIsOver = false
  })

  it('says that the phone took the desk off its list', async () => {
    account.unlink()
    const row = findConnection(admin, connection)
    await row.getByText('O aparelho foi desconectado no celular.').waitFor()
    await row.getByText('Desconectado', { exact: true }).waitFor()
    expect(account.isOnline).toBe(false)
  })

  it('kept to the protocol throughout', async () => {
    await wa.idle()
    wa.verify()
    expect(wa.ledger.unknown).toEqual([])
  })
})
