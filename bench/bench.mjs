// usage: npm run bench [-- --only=requests,live,imports,machine,web] [--case=<text>] [--warm-up=<requests>] [--tickets=200000] [--messages=2000000] [--write]
//        npm run bench -- --year [--companies=62] [--write]
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { buildServer, buildWeb } from '../scripts/build.mjs'
import { say } from '../scripts/support/project.mjs'
import { measureBot } from './bot.mjs'
import { dataSet } from './data-set.mjs'
import { startDesk } from './desk.mjs'
import { measureImport } from './imports.mjs'
import { measureFanOut, measureInbound } from './live.mjs'
import { measureFirstLoad, measureMachine } from './machine.mjs'
import { measureRequests } from './requests.mjs'
import { circumstances, writeHead } from './results.mjs'
import { openSpeedometer } from './speed.mjs'
import { measureYear } from './year.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'requests,live,imports,machine,web' },
    case: { type: 'string' },
    tickets: { type: 'string', default: '200000' },
    messages: { type: 'string', default: '2000000' },
    'warm-up': { type: 'string', default: '0' },
    year: { type: 'boolean', default: false },
    companies: { type: 'string', default: '62' },
    write: { type: 'boolean', default: false },
  },
})
const wants = (part) => values.only.split(',').includes(part)

const ms = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
const mb = (value) => `${value.toFixed(0)} MB`

const cells = {
  tickets: { budget: (name) => (name.startsWith('search') ? '≤ 30 ms' : '≤ 1.5 ms'), result: costCell },
  messages: { budget: () => '≤ 1.5 ms', result: costCell },
  contacts: { budget: () => '≤ 3 ms', result: costCell },
  dashboard: { budget: () => '≤ 50 ms', result: costCell },
  'quick answers': { budget: () => '≤ 10 ms', result: costCell },
  users: { budget: () => '', result: costCell },
  bot: { budget: () => '', result: costCell },
  import: {
    budget: () => '',
    result: (row) => `${costCell(row)}; ${row.seconds.toFixed(1)} s; memory ${describeGrowth(row)}`,
  },
  inbound: { budget: () => '≤ 4 ms; p50 ≤ 15 ms', result: costCell },
  'fan-out': {
    budget: () => '≥ 80,000/s',
    result: (row) =>
      `**${Math.round(row.deliveriesPerSecond / row.speed.node)}/s** of a core at speed 1; ${Math.round(row.deliveriesPerSecond)}/s (${row.perDeliveryUs.toFixed(1)} µs each); wall ${Math.round(row.wallPerSecond)}/s, messages and clients included`,
  },
  start: { budget: () => '≤ 3 s', result: (row) => `${ms(row.readyMs)} to ready, ${ms(row.cpuMs)} CPU` },
  idle: {
    budget: () => '≤ 350 MB',
    result: (row) =>
      `${mb(row.node + row.postgres)}: node ${mb(row.node)}, ${row.processes} Postgres processes ${mb(row.postgres)}; CPU ${((row.cpu.node + row.cpu.postgres) / 10).toFixed(1)} %`,
  },
  'first load': { budget: (name) => (name.includes('/login') ? '≤ 230 KB' : ''), result: () => '' },
}

const describeGrowth = ({ before, peak, reader }) =>
  `${mb(before)} before, ${mb(peak)} at most, ${mb(reader)} in the process that reads the sheet`

/* What the budgets are compared with: CPU as it would be at speed 1. */
function costCell({ node, postgres, p50, p95, speed }) {
  const latency = [p50 && `p50 ${ms(p50)}`, p95 && `p95 ${ms(p95)}`].filter(Boolean).join(', ')
  const normal = ms(node * speed.node + postgres * speed.postgres)
  const measured = `CPU ${ms(node + postgres)}: app ${ms(node)}, database ${ms(postgres)}`
  return `**${normal}** at speed 1; ${measured}${latency && `; ${latency}`}`
}

const lines = []
const report = (row) => {
  const { budget, result } = cells[row.group]
  const speed = row.speed ? `${row.speed.node.toFixed(2)}, ${row.speed.postgres.toFixed(2)}` : ''
  const line = `| ${row.group} | ${row.name} | ${budget(row.name)} | ${result(row)} | ${speed} | ${loadavg()[0].toFixed(1)} |`
  lines.push(line)
  say(line)
}

/** `work` reports each row right after it was measured, so the machine's speed is measured beside it. */
async function withDesk(folder, work) {
  const desk = await startDesk(folder)
  const speedometer = await openSpeedometer(desk)
  try {
    await work(desk, async (row) => report({ ...row, speed: await speedometer.measure() }))
  } finally {
    await speedometer.close()
    await desk.stop()
  }
}

await buildServer()
if (values.year) {
  await measureYear({ companies: Number(values.companies), write: values.write })
  process.exit()
}
if (wants('web')) await buildWeb()
const folder = await dataSet({ tickets: Number(values.tickets), messages: Number(values.messages) })
if (wants('requests'))
  await withDesk(folder, (desk, reportWithSpeed) =>
    measureRequests(desk, reportWithSpeed, { only: values.case, warmUp: Number(values['warm-up']) }),
  )
if (wants('live'))
  await withDesk(folder, async (desk, reportWithSpeed) => {
    await measureInbound(desk, reportWithSpeed)
    await measureBot(desk, reportWithSpeed)
    await measureFanOut(desk, reportWithSpeed)
  })
if (wants('imports')) await withDesk(folder, measureImport)
if (wants('machine')) await measureMachine(folder, report)
if (wants('web')) await measureFirstLoad(report)

if (values.write) {
  writeHead(`# Results

${await circumstances()}, ${values.tickets} tickets and about
${values.messages} messages. \`load\` is the machine's load average at that moment: both times and CPU suffer from it.
Written by \`npm run bench -- --write\`; see [README](README.md).

| what | case | budget | result | speed | load |
|---|---|---|---|---|---|
${lines.join('\n')}
`)
}
