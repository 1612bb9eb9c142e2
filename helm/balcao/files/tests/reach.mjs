// What `helm test` asks of a running release: that every service is ready, and that the front proxy leads to each of them.
const { FRONT, PREFIX, SERVICES } = process.env
const faults = []

async function ask(name, url, judge, init = {}) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000), ...init })
    const text = await response.text()
    const fault = judge(response, text)
    if (fault) faults.push(`${name}: ${fault} (${response.status})`)
    else process.stdout.write(`ok   ${name}\n`)
  } catch (error) {
    faults.push(`${name}: ${error.cause?.code ?? error.message}`)
  }
}

const isStatus =
  (...statuses) =>
  ({ status }) =>
    statuses.includes(status) ? undefined : `expected ${statuses.join(' or ')}`

for (const service of SERVICES.split(',')) {
  await ask(`${service} is ready`, `http://${PREFIX}${service}:9100/readyz`, isStatus(200))
}

const html = { headers: { accept: 'text/html' } }
await ask(
  'the web app',
  `${FRONT}/`,
  (response, text) => (response.ok && text.includes('<div id="root"') ? undefined : 'expected the page'),
  html,
)
await ask(
  'a page that shares its name with a call',
  `${FRONT}/tickets`,
  (response, text) => (response.ok && text.includes('<div id="root"') ? undefined : 'expected the page'),
  html,
)
await ask(
  'the page’s policy',
  `${FRONT}/`,
  ({ headers }) =>
    headers.get('content-security-policy')?.includes("default-src 'self'") ? undefined : 'no policy',
  html,
)
await ask('the app to a client that accepts anything', `${FRONT}/`, isStatus(200))
await ask('auth', `${FRONT}/version`, isStatus(200, 401))
await ask('billing', `${FRONT}/plans/list`, isStatus(200, 401))
// Without a session: a refusal by the service, not by the front proxy, shows that it was reached.
await ask('campaigns', `${FRONT}/schedules`, isStatus(401))
await ask('messaging-gateway', `${FRONT}/whatsapp`, isStatus(401))
await ask('tickets', `${FRONT}/tickets`, isStatus(401))
await ask('realtime', `${FRONT}/sync?since=0`, isStatus(401))
await ask(
  'the sockets’ handshake',
  `${FRONT}/socket.io/?EIO=4&transport=polling`,
  isStatus(200, 400, 401, 403),
)
await ask('no metrics for strangers', `${FRONT}/metrics`, isStatus(404))

for (const fault of faults) process.stdout.write(`FAIL ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
