// The built desk in a process of its own, with a cast for the test and one question more than the product answers:
// whether it is quiet. Talks over the channel of `fork`.
const path = require('node:path')

const built = (file) => require(path.join(__dirname, '../../../services/standalone/dist', file))

const { readAllConfigs } = built('all-services.js')
const { readEnvironment } = built('config.js')
const { startDesk } = built('start-desk.js')
const { seedCompany, seedUserQueues } = require('@balcao/auth/seed')

const QUIET_LOOKS = 3
const SETTLE_WITHIN_MS = 60_000

const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Quiet when seen three times in a row: work may be between two queues at one look. */
const settle = async (desk) => {
  const deadline = Date.now() + SETTLE_WITHIN_MS
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    const unsettled = await desk.pending()
    quiet = unsettled.length === 0 ? quiet + 1 : 0
    if (unsettled.length > 0 && Date.now() > deadline)
      throw new Error(`the desk did not settle: ${unsettled.slice(0, 10).join(', ')}`)
    await soon()
  }
}

const answers = (desk) => ({
  url: () => desk.url,
  settle: () => settle(desk),
  company: (wanted) => seedCompany(desk.runtime.portsFor('auth'), { plan: 1, dueAt: null, ...wanted }),
  userQueues: ({ companyId, queuesOf }) =>
    seedUserQueues(desk.runtime.portsFor('auth'), companyId, new Map(queuesOf)),
  /** Deletes the oldest part of the company's feed, as the retention job does. */
  forgetFeed: async ({ companyId }) => {
    const { query } = require('@balcao/platform')
    await desk.runtime
      .portsFor('realtime')
      .db.asPlatform((tx) => query(tx, 'DELETE FROM feed WHERE company_id = $1', [companyId]))
  },
  stop: () => desk.stop(),
})

const main = async () => {
  const { standalone, services } = readAllConfigs(readEnvironment())
  const desk = await startDesk(standalone, services, { step: () => undefined })
  const handlers = answers(desk)
  process.on('message', async ({ id, ask, given }) => {
    try {
      process.send({ id, answer: await handlers[ask](given) })
    } catch (error) {
      process.send({ id, failure: error.stack })
    }
    if (ask === 'stop') process.disconnect()
  })
  process.send({ id: 0, answer: desk.url })
}

main().catch((error) => {
  process.send({ id: 0, failure: error.stack })
  process.exitCode = 1
})
