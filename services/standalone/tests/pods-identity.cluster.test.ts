import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'

import type { ServiceName } from '@balcao/kernel'
import { createRpcClients, createRpcCredentials, formatPostgresUrl, serviceNames } from '@balcao/platform'
import {
  localCluster,
  temporaryFolder,
  testDatabase,
  type LocalCluster,
  type TestDatabase,
} from '@balcao/testkit'

import { createWholeCompany } from './support/company'

/* Six processes with a certificate and a database password of their own, as the chart gives them, and no broker. */

const MAKE_CERTIFICATES = path.join(__dirname, '../../../deploy/certificates.mjs')

let pg: TestDatabase
let certificates: string
let cluster: LocalCluster
let output = ''
const passwords = Object.fromEntries(serviceNames.map((name) => [name, randomBytes(24).toString('hex')]))

const certificateFiles = (service: ServiceName) => ({
  caFile: path.join(certificates, service, 'ca.crt'),
  certFile: path.join(certificates, service, 'tls.crt'),
  keyFile: path.join(certificates, service, 'tls.key'),
})

const buildTlsEnv = (service: ServiceName) => {
  const { caFile, certFile, keyFile } = certificateFiles(service)
  return { RPC_TLS_CA: caFile, RPC_TLS_CERT: certFile, RPC_TLS_KEY: keyFile }
}

beforeAll(async () => {
  pg = await testDatabase([])
  certificates = await temporaryFolder('certificates')
  await promisify(execFile)(process.execPath, [MAKE_CERTIFICATES, certificates, '--address', '127.0.0.1'])
  cluster = await localCluster({
    databaseUrl: formatPostgresUrl(pg.admin),
    dataDir: await temporaryFolder('identity'),
    env: {
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '0',
      KAFKA_BROKERS: '',
      REDIS_URL: '',
      MONGO_URL: '',
      S3_BUCKET: '',
    },
    envOf: (service) => ({ ...buildTlsEnv(service), DATABASE_ROLE_PASSWORD: passwords[service] ?? '' }),
    onOutput: (name, text) => {
      output += text.replace(/^(?=.)/gm, `${name} `)
    },
  })
  await cluster.start()
})

afterAll(() => cluster.stop())

describe('six services that know each other by certificates', () => {
  it('work together: no needed call is refused', async () => {
    const company = await createWholeCompany(cluster.url, 'Aurora', '5511977770001')
    expect(company.id).toBeGreaterThan(0)
    expect(output.split('\n').filter((line) => line.includes('call refused'))).toEqual([])
  })

  it('refuse what the table does not have', async () => {
    const clients = createRpcClients(cluster.targets, {
      credentials: createRpcCredentials(certificateFiles('billing')),
    })
    await expect(clients.auth.getPublicKeys({})).resolves.toMatchObject({
      keys: expect.any(Array) as unknown,
    })
    await expect(clients.auth.getUserRecord({ companyId: 1, userId: 1 })).rejects.toMatchObject({
      code: 'ERR_NO_PERMISSION',
    })
    clients.close()
  })

  it('do not start with the certificate of another', async () => {
    const run = promisify(execFile)(process.execPath, [path.join(__dirname, '../../billing/dist/main.js')], {
      env: {
        PATH: process.env.PATH ?? '',
        MEDIA_LINK_SECRET: 's'.repeat(40),
        DATABASE_URL: formatPostgresUrl(pg.admin),
        PORT: '18080',
        RPC_PORT: '18081',
        OPS_PORT: '18082',
        ...buildTlsEnv('tickets'),
      },
    })
    await expect(run).rejects.toMatchObject({
      stderr: expect.stringContaining(
        'RPC_TLS_CERT is that of tickets: billing needs one with the URI spiffe://desk.balcao/billing',
      ) as string,
    })
  })
})
