// usage: node deploy/certificates.mjs <folder> [--installation desk.balcao] [--host 'balcao-{service}-rpc'] [--address 127.0.0.1] [--days 365]
//        an authority and, in a folder for each service, tls.crt, tls.key and ca.crt for gRPC (needs openssl). Run again with the
//        same folder it keeps the authority and makes new certificates. ca.key signs for every service: take it off the machine.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const SERVICES = ['auth', 'billing', 'campaigns', 'messaging-gateway', 'realtime', 'tickets']
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

const fail = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    installation: { type: 'string', default: 'desk.balcao' },
    host: { type: 'string', default: 'balcao-{service}-rpc' },
    address: { type: 'string' },
    days: { type: 'string', default: '365' },
  },
})
const [target] = positionals
if (!target)
  fail('usage: node deploy/certificates.mjs <folder> [--installation …] [--host …] [--address …] [--days …]')
if (!/^[A-Za-z0-9._-]+$/.test(values.installation))
  fail('--installation takes letters, digits, dots and dashes')
if (!/^[1-9]\d{0,4}$/.test(values.days)) fail('--days takes a number')

const folder = path.resolve(target)
const file = (...names) => path.join(folder, ...names)

function openssl(...args) {
  const { status, stderr, error } = spawnSync('openssl', args, { encoding: 'utf8' })
  if (status !== 0) fail(`openssl ${args[0]}: ${error?.message ?? stderr.trim()}`)
}

function makeAuthority() {
  if (existsSync(file('ca.key')) && existsSync(file('ca.crt'))) return
  const own = ['-keyout', file('ca.key'), '-out', file('ca.crt')]
  // Ten years for the authority; certificates live shorter.
  openssl(
    'req',
    '-x509',
    ...KEY,
    '-days',
    '3650',
    '-subj',
    `/CN=${values.installation} gRPC authority`,
    ...own,
  )
}

function issue(service) {
  mkdirSync(file(service), { recursive: true, mode: 0o755 })
  const host = values.host.replaceAll('{service}', service)
  const names = [
    `DNS:${host}`,
    ...(values.address ? [`IP:${values.address}`] : []),
    `URI:spiffe://${values.installation}/${service}`,
  ]
  const [request, extensions] = [file(service, 'tls.csr'), file(service, 'tls.cnf')]
  writeFileSync(extensions, `subjectAltName=${names.join(',')}\nextendedKeyUsage=serverAuth,clientAuth\n`)
  openssl('req', ...KEY, '-subj', `/CN=${service}`, '-keyout', file(service, 'tls.key'), '-out', request)
  const by = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', '-days', values.days]
  openssl('x509', '-req', '-in', request, ...by, '-extfile', extensions, '-out', file(service, 'tls.crt'))
  copyFileSync(file('ca.crt'), file(service, 'ca.crt'))
  for (const left of [request, extensions]) rmSync(left)
  // Readable for the container's account; on this machine only the owner can enter the folder above.
  chmodSync(file(service, 'tls.key'), 0o644)
}

mkdirSync(folder, { recursive: true, mode: 0o700 })
makeAuthority()
SERVICES.forEach(issue)
process.stdout.write(
  `${SERVICES.length} certificates of ${values.installation} in ${folder}, for ${values.days} days\n`,
)
