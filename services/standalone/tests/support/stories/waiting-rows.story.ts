import { findFaults } from '../axe'
import { PHONE, signedIn, TOUCH, untilPlaced, WIDE, type Agent } from '../browser'
import { story } from '../browser-desk'
import { until } from '../company'
import { findRow, pendingInSales, showWaiting } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

const WAITING = { number: '5511944440020', name: 'Iracema Dutra' }

const NEXT = { number: '5511944440021', name: 'Jussara Melo' }

/** What a waiting ticket offers to a mouse and to a finger. */
export function tellWaitingRows(getDesk: () => ConversationDesk): void {
  story('a waiting row', () => {
    let admin: Agent

    beforeAll(async () => {
      const { url, browser, says } = getDesk()
      await says('Preciso de ajuda com o pedido', WAITING)
      await pendingInSales(url, WAITING.number)
      admin = await signedIn(browser, url, 'admin@demo.local', WIDE)
    })

    it('keeps its time beside the button that peeks', async () => {
      await showWaiting(getDesk().url, admin)
      const row = findRow(admin, WAITING.name)
      await row.hover()
      await until(async () => {
        const peek = await row.getByRole('button', { name: /Espiar/ }).boundingBox()
        const time = await row.locator('time').boundingBox()
        return peek && time && time.x + time.width <= peek.x ? true : undefined
      }, 'the time before the button')
    })

    it('stands still under a mouse while others come, and offers finishing in its menu only', async () => {
      const { says, url } = getDesk()
      const row = findRow(admin, WAITING.name)
      const button = row.getByRole('button', { name: /Aceitar/ })
      await button.hover()
      const at = await button.boundingBox()
      // A mouse that rests for two seconds holds the rows no longer: it moves while the other comes.
      const coming = says('Cheguei agora', NEXT).then(() => pendingInSales(url, NEXT.number))
      const other = findRow(admin, NEXT.name)
      await until(async () => {
        await admin.page.mouse.move(at!.x + at!.width / 2 + Math.random(), at!.y + at!.height / 2)
        return (await other.count()) > 0 ? true : undefined
      }, 'the other row')
      expect((await button.boundingBox())?.y).toBe(at!.y)
      await coming
      await admin.page.mouse.move(900, 10)
      await until(async () => {
        const above = await other.boundingBox()
        const below = await row.boundingBox()
        return above && below && above.y < below.y ? true : undefined
      }, 'the order of the list')
      expect(await row.getByRole('button', { name: /Finalizar/ }).count()).toBe(0)
    })

    it('offers on touch to accept first, at finger size, and the rest in its menu', async () => {
      const { url, browser } = getDesk()
      await admin.context.close()
      admin = await signedIn(browser, url, 'admin@demo.local', PHONE, undefined, TOUCH)
      await showWaiting(url, admin)
      const row = findRow(admin, WAITING.name)
      await row.waitFor()
      const buttons = row.locator('.ticket-row__buttons').getByRole('button')
      expect(await buttons.first().innerText()).toBe('Aceitar')
      expect(await row.getByRole('button', { name: /Finalizar/ }).count()).toBe(0)
      for (const button of await buttons.all()) {
        await untilPlaced(button, ({ width, height }) => Math.min(width, height) >= 44, 'a button of 44 px')
      }
      await untilPlaced(row.locator('.ticket-row'), ({ height }) => height === 76, 'a row of 76 px')
      expect(await findFaults(admin.page)).toEqual([])
      await row.getByRole('button', { name: /Mais opções/ }).tap()
      await admin.page.getByRole('menuitem', { name: 'Espiar conversa' }).waitFor()
      expect(await findFaults(admin.page)).toEqual([])
      await admin.page.getByRole('menuitem', { name: 'Finalizar' }).tap()
      await row.waitFor({ state: 'detached' })
      expect(admin.faults).toEqual([])
      await admin.context.close()
    })
  })
}
