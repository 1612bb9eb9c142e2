// usage: npm run bench:first-load [-- --runs=3 --write]
// What a browser without anything stored fetches from the log-in page to a usable list of tickets, and how long it takes on a slow
// computer and line: processor four times slower, 1.6 Mbit/s, 150 ms. Ends with 1 where a budget is passed.
/* global window, document, requestAnimationFrame */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { chromium } from 'playwright-core'

import { buildServer, buildWeb } from '../scripts/build.mjs'
import { findBrowser } from '../scripts/support/chromium.mjs'
import { say } from '../scripts/support/project.mjs'
import { startDesk } from './desk.mjs'
import { circumstances, writeSection } from './results.mjs'

const KB = 1_000
/* All of it: document, code, styles, font, answers and their heads. The code alone has its own budgets, in web/scripts/size.mjs. */
const LOGIN_KB = 170
const LIST_KB = 320
/** Of the list's time, as a multiple of the first paint of words. */
const USABLE_TIMES = 1.6
const LOGIN = { email: 'admin@demo.local', password: 'balcao123' }

/* Bytes on the wire, heads included; pictures of contacts are not the app's. */
async function countBytes(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const counted = { bytes: 0, requests: 0, list: [] }
  const kinds = new Map()
  session.on('Network.responseReceived', ({ requestId, type, response }) =>
    kinds.set(requestId, [type, response.url]),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const [type, url] = kinds.get(requestId) ?? []
    if (type === undefined || type === 'Image') return
    counted.bytes += encodedDataLength
    counted.requests += 1
    counted.list.push([encodedDataLength, url])
  })
  return { counted, session }
}

const slow = async (session) => {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 750e3 / 8,
  })
}

const LIST = '.ticket-row'

/* As a user sees it: the list is opened, the log-in page comes first. */
async function measureBytes(browser, url) {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const { counted } = await countBytes(page)
  await page.goto(`${url}/tickets`, { waitUntil: 'load' })
  await page.getByLabel('E-mail').waitFor()
  const login = { ...counted }
  await page.getByLabel('E-mail').fill(LOGIN.email)
  await page.getByLabel('Senha', { exact: true }).fill(LOGIN.password)
  await page.keyboard.press('Enter')
  await page.locator(LIST).first().waitFor()
  const list = { ...counted }
  if (process.env.FILES) for (const [bytes, at] of counted.list) say(`${bytes} ${at}`)
  const state = await context.storageState()
  await context.close()
  return { login, list, state }
}

/* In the page, from its first frame on: when it first shows words, and when rows. */
const watch = (list) => {
  window.shown = {}
  const look = () => {
    if (window.shown.words === undefined && document.body?.innerText.trim())
      window.shown.words = performance.now()
    if (document.querySelector(list)) window.shown.rows = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/* The same list opened by a user who is logged in, with nothing cached. */
async function measureTimes(browser, url, storageState) {
  const context = await browser.newContext({ serviceWorkers: 'block', storageState })
  const page = await context.newPage()
  await page.addInitScript(watch, LIST)
  const { session } = await countBytes(page)
  await slow(session)
  await page.goto(`${url}/tickets`, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.shown.rows !== undefined, undefined, { timeout: 120_000 })
  const { words, rows: usable } = await page.evaluate(() => window.shown)
  // Its refresh token is another one now.
  const state = await context.storageState()
  await context.close()
  return { words, usable, state }
}

const middle = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]

async function main({ runs, write }) {
  await buildServer()
  await buildWeb()
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-first-load-'))
  const desk = await startDesk(folder, { demo: 'full' })
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const { login, list, ...first } = await measureBytes(browser, desk.url)
    const times = []
    for (let run = 0; run < runs; run += 1)
      times.push(await measureTimes(browser, desk.url, times.at(-1)?.state ?? first.state))
    const words = middle(times.map((time) => time.words))
    const usable = middle(times.map((time) => time.usable))
    const rows = [
      [
        'to the log-in page',
        `≤ ${LOGIN_KB} KB`,
        `${(login.bytes / KB).toFixed(0)} KB in ${login.requests} answers`,
        login.bytes <= LOGIN_KB * KB,
      ],
      [
        'to a usable list',
        `≤ ${LIST_KB} KB`,
        `${(list.bytes / KB).toFixed(0)} KB in ${list.requests} answers`,
        list.bytes <= LIST_KB * KB,
      ],
      ['first words, slow', '', `${(words / 1_000).toFixed(2)} s`, true],
      [
        'usable list, slow',
        `≤ ${USABLE_TIMES} × the first words`,
        `${(usable / 1_000).toFixed(2)} s: ${(usable / words).toFixed(2)} ×`,
        usable <= USABLE_TIMES * words,
      ],
    ]
    const lines = rows.map(
      ([name, budget, result, isKept]) =>
        `| ${name} | ${budget} | ${result} | ${isKept ? 'yes' : '**no**'} |`,
    )
    for (const line of lines) say(line)
    if (write) await writeResults(lines)
    if (rows.some(([, , , isKept]) => !isKept)) process.exitCode = 1
  } finally {
    await browser.close()
    await desk.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const writeResults = async (lines) =>
  writeSection(
    'First load',
    `${await circumstances()}. A browser with nothing stored; bytes on the wire without pictures; slow is a processor four times slower at
1.6 Mbit/s and 150 ms. Written by \`npm run bench:first-load -- --write\`.

| what | budget | measured | kept |
| ---- | ------ | -------- | ---- |
${lines.join('\n')}`,
  )

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, write: { type: 'boolean', default: false } },
})
await main({ runs: Number(values.runs), write: values.write })
