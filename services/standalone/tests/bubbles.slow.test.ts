import { readFileSync } from 'node:fs'
import path from 'node:path'

import { encodeWaveform, WAVEFORM_BARS } from '@balcao/contracts'

import { pdf } from '../../messaging-gateway/tests/pdf-files'
import { findFaults } from './support/axe'
import { PHONE, WIDE, type Agent } from './support/browser'
import { story } from './support/browser-desk'
import { until } from './support/company'
import { LUCIA, startConversationDesk } from './support/stories/conversation-desk'
import { answer, findBubbles } from './support/ticket-screens'

/* What bubbles show: voice notes, documents, pictures, their menus. */

const photo = path.join(__dirname, '../assets/demo/photo.png')
const thumbnailFile = path.join(__dirname, '../../messaging-gateway/tests/fixtures/progressive.jpg')

const getDesk = startConversationDesk('bubbles')
let ana: Agent

beforeAll(() => {
  ;({ ana } = getDesk())
})

story('a voice note', () => {
  const send = (id: string, waveform?: string) => {
    const { network, connection } = getDesk()
    const media = { name: `${id}.ogg`, mimeType: 'audio/ogg', base64: 'T2dnUw==', waveform }
    const message = { ...LUCIA, connection: connection.id, id, kind: 'audio', media }
    return network('post', '/simulator/inbound', { messages: [message] })
  }
  const readHeights = async (id: string) => {
    const bars = ana.page.getByRole('article').filter({ has: ana.page.getByRole('slider', { name: id }) })
    await bars.waitFor()
    return bars
      .locator('.audio__wave i')
      .evaluateAll((drawn) => drawn.map((bar) => (bar as { clientHeight: number }).clientHeight))
  }

  it('is drawn as loud as the phone says, and decorated where it says nothing', async () => {
    await send('aviso', encodeWaveform(Array.from({ length: WAVEFORM_BARS }, (_, at) => (at < 32 ? 0 : 100))))
    await send('musica')
    const heights = await readHeights('aviso')
    expect(heights).toEqual(heights.map((_, at) => (at < heights.length / 2 ? 4 : 22)))
    expect(new Set(await readHeights('musica')).size).toBeGreaterThan(2)
    expect(await findFaults(ana.page)).toEqual([])
  })
})

story('a document', () => {
  const send = (name: string, thumbnail?: string) => {
    const { network, connection } = getDesk()
    const base64 = Buffer.from('%PDF-1.4').toString('base64')
    const media = { name, mimeType: 'application/pdf', base64, thumbnail }
    return network('post', '/simulator/inbound', {
      messages: [{ ...LUCIA, connection: connection.id, media }],
    })
  }
  const cardOf = (name: string) => ana.page.getByRole('link', { name: `Baixar ${name}` })

  it('shows the page that its sender’s app drew, and its type where there is none', async () => {
    await send('pedido.pdf', readFileSync(thumbnailFile).toString('base64'))
    await send('recibo.pdf')
    const page = cardOf('pedido.pdf').getByRole('img', { name: 'Primeira página de pedido.pdf' })
    await page.waitFor()
    await until(
      () => page.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth || undefined),
      'the page drawn',
    )
    await cardOf('recibo.pdf').getByText('PDF', { exact: true }).waitFor()
    expect(await cardOf('recibo.pdf').getByRole('img').count()).toBe(0)
    expect(await findFaults(ana.page)).toEqual([])
  })

  it('that an agent sends shows its first page', async () => {
    const { page } = ana
    const order = { name: 'orcamento.pdf', mimeType: 'application/pdf', buffer: pdf() }
    await page.locator('input[type="file"]').first().setInputFiles(order)
    await page.getByRole('textbox', { name: /Legenda/ }).press('Enter')
    const drawn = cardOf('orcamento.pdf').getByRole('img', { name: 'Primeira página de orcamento.pdf' })
    await drawn.waitFor()
    await until(
      () => drawn.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth || undefined),
      'the page drawn',
    )
  })
})

story('pictures that a customer sends together', () => {
  const names = ['frente', 'verso', 'lado', 'caixa', 'nota', 'etiqueta'].map((name) => `${name}.png`)
  const open = (name: string) => ana.page.getByRole('button', { name: `Abrir imagem ${name}` })

  it('are a grid of four that shows the others, each opened at its place', async () => {
    const { page } = ana
    const { network, connection } = getDesk()
    const base64 = readFileSync(photo).toString('base64')
    const messages = names.map((name) => ({
      ...LUCIA,
      connection: connection.id,
      media: { name, mimeType: 'image/png', base64 },
    }))
    await network('post', '/simulator/inbound', { messages })
    await page.getByRole('group', { name: '6 fotos e vídeos' }).waitFor()
    await open('lado.png').waitFor()
    expect(await open('caixa.png').count()).toBe(0)
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      expect(await findFaults(page)).toEqual([])
    }
    await page.getByRole('button', { name: 'Mostrar mais 3' }).press('Enter')
    await open('etiqueta.png').click()
    await page.locator('.yarl__slide_current img[alt="etiqueta.png"]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.yarl__slide_current').waitFor({ state: 'detached' })
  })

  it('take a reaction and are chosen one by one', async () => {
    const { page } = ana
    await open('verso.png').click({ button: 'right' })
    await page.getByRole('menuitemradio', { name: /👍/u }).click()
    const album = page.getByRole('group', { name: '6 fotos e vídeos' })
    await album.getByRole('button', { name: /👍/u }).waitFor()
    await page.locator('.message-menu').waitFor({ state: 'detached' })
    await open('frente.png').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Selecionar' }).click()
    // The bar takes height from the view, which moves what a pointer would be on.
    await page.getByRole('toolbar').getByText('1 de 10 mensagens').waitFor()
    await page.getByRole('checkbox', { name: /verso\.png/ }).press('Space')
    await page.getByRole('toolbar').getByText('2 de 10 mensagens').waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
  })

  it('and those of an agent: one is deleted alone, a quote leads to one that is hidden', async () => {
    const { page } = ana
    const album = (count: number) => page.getByRole('group', { name: `${count} fotos e vídeos` })
    const offers = Array.from({ length: 8 }, (_, at) => ({
      name: `oferta-${at + 1}.png`,
      mimeType: 'image/png',
      buffer: readFileSync(photo),
    }))
    await page.locator('input[type="file"]').first().setInputFiles(offers)
    await page.getByRole('textbox', { name: /Legenda.*oferta-1/ }).press('Enter')
    await album(8).getByRole('img', { name: 'Lida' }).waitFor()
    await album(8).getByRole('button', { name: 'Mostrar mais 5' }).click()
    await open('oferta-8.png').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Deletar' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click()
    await album(7).waitFor()
    expect(await open('oferta-8.png').count()).toBe(0)
    await open('oferta-6.png').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Responder' }).click()
    await answer(ana, 'esta sai amanhã')
    await findBubbles(ana, 'esta sai amanhã').waitFor()
    // The page begins with four tiles again.
    await page.reload()
    await album(7).getByRole('button', { name: 'Mostrar mais 4' }).waitFor()
    expect(await open('oferta-6.png').count()).toBe(0)
    await findBubbles(ana, 'esta sai amanhã').locator('button.quote').press('Enter')
    await open('oferta-6.png').waitFor()
  })
})

story('a bubble', () => {
  it('is filled by its picture, whatever is written below; its menu lies over neither text nor time', async () => {
    const { page } = ana
    const { network, connection } = getDesk()
    const body = 'Esta vitrine tem uma legenda bem mais larga do que a foto que está acima dela'
    const media = { name: 'loja.png', mimeType: 'image/png', base64: readFileSync(photo).toString('base64') }
    const from = { connection: connection.id, ...LUCIA }
    await network('post', '/simulator/inbound', {
      messages: [
        { ...from, body, media },
        { ...from, body: 'uai' },
      ],
    })
    const readGaps = () =>
      findBubbles(ana, body).evaluate((bubble) => {
        const [outer, inner] = [bubble, bubble.querySelector('.image-box')!].map((box) =>
          box.getBoundingClientRect(),
        )
        return [inner!.left - outer!.left, outer!.right - inner!.right].map(Math.round)
      })
    await findBubbles(ana, body).locator('.image-box').waitFor()
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      expect(await readGaps()).toEqual([4, 4])
    }
    const short = findBubbles(ana, 'uai')
    await short.hover()
    const overlaps = await short.evaluate((bubble) => {
      const menu = bubble.querySelector('.bubble__menu')!.getBoundingClientRect()
      return [...bubble.querySelectorAll('.bubble__text, time')].filter((part) => {
        const box = part.getBoundingClientRect()
        return (
          menu.left < box.right && box.left < menu.right && menu.top < box.bottom && box.top < menu.bottom
        )
      }).length
    })
    expect(overlaps).toBe(0)
    await short.getByRole('button', { name: 'Opções da mensagem' }).click()
    await page.getByRole('menuitem', { name: 'Responder' }).waitFor()
    await page.keyboard.press('Escape')
  })
})
