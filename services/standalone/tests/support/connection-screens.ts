import type { Locator } from 'playwright-core'

import type { Agent } from './browser'
import { until } from './company'
import { readQr } from './read-qr'

/** A connection in the list: a row of the table, or a card on a phone. */
export const findConnection = ({ page }: Agent, name: string): Locator =>
  page.locator('tbody tr, li.list-card').filter({ hasText: name })

export async function showConnections(url: string, { page }: Agent): Promise<void> {
  await page.goto(`${url}/connections`)
  await page.getByRole('heading', { name: 'Conexões' }).first().waitFor()
}

/** Adds a connection for a real phone. Resolves when its QR dialog is open. */
export async function addPhone({ page }: Agent, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Adicionar WhatsApp' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Nome/ }).fill(name)
  await dialog.getByRole('combobox', { name: /^Tipo/ }).click()
  await page.getByRole('option', { name: 'WhatsApp', exact: true }).click()
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
}

/** Decodes the QR code from a screenshot. */
export function readQrOnScreen({ page }: Agent): Promise<string> {
  const card = page.locator('.qr__card')
  return until(async () => {
    if ((await card.locator('svg[role="img"]').count()) === 0) return undefined
    return readQr(await card.screenshot())
  }, 'a QR code that can be read')
}
