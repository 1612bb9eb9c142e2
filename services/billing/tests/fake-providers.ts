import { createServer, type IncomingMessage, type Server } from 'node:http'

import { KEEPS_CONNECTIONS } from '@balcao/testkit'

/* Stand-ins of the providers' APIs on loopback: paths, fields, status codes and authentication as theirs. */

interface FakeAnswer {
  status: number
  body: unknown
}

type Handle = (
  method: string,
  url: URL,
  body: Record<string, unknown>,
  request: IncomingMessage,
) => FakeAnswer

export interface FakeServer {
  url: string
  stop(): Promise<void>
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return parts.length === 0 ? {} : (JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>)
}

async function listen(handle: Handle): Promise<FakeServer> {
  const server: Server = createServer(KEEPS_CONNECTIONS, (request, response) => {
    void readJson(request).then((body) => {
      const answer = handle(request.method ?? '', new URL(request.url ?? '', 'http://fake'), body, request)
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Cob {
  txid: string
  status: string
  valor: { original: string }
  calendario?: { criacao: string; expiracao: number }
  devedor?: Record<string, string>
  loc: { id: number }
  pixCopiaECola?: string
  pix?: {
    endToEndId: string
    txid: string
    valor: string
    devolucoes?: { id: string; valor: string; status: string }[]
  }[]
}

export const EFI = { clientId: 'Client_Id_x', clientSecret: 'Client_Secret_y', pixKey: 'chave@pix.test' }

/** Efí's Pix API: client credentials, `cob` by txid, 409 for a txid in use, the code in `loc` when `hasOldAnswers`. */
export async function startFakeEfi({ hasOldAnswers = false, now = () => new Date() } = {}) {
  const charges = new Map<string, Cob>()
  const broken = new Set<string>()
  const state = { tokens: 0, valid: '' }
  const basic = `Basic ${Buffer.from(`${EFI.clientId}:${EFI.clientSecret}`).toString('base64')}`
  const codeOf = (txid: string) => `00020101021226fake${txid}6304ABCD`

  const putCharge = (txid: string, body: Record<string, unknown>): FakeAnswer => {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) return { status: 400, body: { nome: 'valor_invalido' } }
    if (body.chave !== EFI.pixKey) return { status: 403, body: { nome: 'chave_invalida' } }
    const debtor = body.devedor as Cob['devedor']
    if (debtor && !(debtor.nome && /^(\d{11}|[0-9A-Z]{14})$/.test(debtor.cpf ?? debtor.cnpj ?? '')))
      return { status: 400, body: { nome: 'json_invalido' } }
    if (charges.has(txid)) return { status: 409, body: { nome: 'txid_duplicado' } }
    const cob: Cob = {
      txid,
      status: 'ATIVA',
      valor: body.valor as Cob['valor'],
      calendario: {
        criacao: now().toISOString(),
        expiracao: (body.calendario as { expiracao: number }).expiracao,
      },
      loc: { id: charges.size + 1 },
    }
    if (debtor) cob.devedor = debtor
    if (!hasOldAnswers) cob.pixCopiaECola = codeOf(txid)
    charges.set(txid, cob)
    return { status: 201, body: cob }
  }
  const fake = await listen((method, url, body, request) => {
    if (method === 'POST' && url.pathname === '/oauth/token') {
      if (request.headers.authorization !== basic || body.grant_type !== 'client_credentials')
        return { status: 401, body: { error: 'invalid_client' } }
      state.tokens += 1
      state.valid = `token-${state.tokens}`
      return { status: 200, body: { access_token: state.valid, token_type: 'Bearer', expires_in: 3_600 } }
    }
    if (request.headers.authorization !== `Bearer ${state.valid}`)
      return { status: 401, body: { error: 'invalid_token' } }
    const [, , kind = '', id = ''] = url.pathname.split('/')
    if (kind === 'loc') {
      const cob = [...charges.values()].find(({ loc }) => String(loc.id) === id)
      return cob
        ? { status: 200, body: { qrcode: codeOf(cob.txid), imagemQrcode: 'data:,' } }
        : { status: 404, body: {} }
    }
    if (broken.has(id)) return { status: 500, body: {} }
    if (method === 'PUT') return putCharge(id, body)
    const cob = charges.get(id)
    if (cob && method === 'PATCH') {
      if (cob.status !== 'ATIVA') return { status: 400, body: { nome: 'status_cobranca_invalido' } }
      cob.status = String(body.status)
    }
    return cob ? { status: 200, body: cob } : { status: 404, body: { nome: 'cobranca_nao_encontrada' } }
  })
  return {
    ...fake,
    charges,
    broken,
    state,
    pay: (txid: string, cents: number) => {
      const cob = charges.get(txid)
      if (!cob) throw new Error(`no cob ${txid}`)
      cob.status = 'CONCLUIDA'
      cob.pix = [{ endToEndId: `E${txid}`, txid, valor: (cents / 100).toFixed(2) }]
    },
    refund: (txid: string, cents: number) => {
      const [pix] = charges.get(txid)?.pix ?? []
      if (!pix) throw new Error(`nothing was paid for ${txid}`)
      const valor = (cents / 100).toFixed(2)
      pix.devolucoes = [
        { id: 'D1', valor, status: 'EM_PROCESSAMENTO' },
        { id: 'D0', valor, status: 'NAO_REALIZADO' },
      ]
    },
  }
}

interface AsaasRecord {
  id: string
  externalReference: string
  status: string
  value: number
  customer: string
  refunds?: { value: number; status: string }[]
  deleted?: boolean
}

export const ASAAS_KEY = '$aact_test_key'

/** Asaas' API: key in `access_token`, customers with CPF or CNPJ before payments, the code at `pixQrCode`. */
export async function startFakeAsaas() {
  const payments = new Map<string, AsaasRecord>()
  const broken = new Set<string>()
  const customers = new Map<string, { id: string; externalReference: string; cpfCnpj: unknown }>()
  const list = (records: Iterable<{ externalReference: string }>, url: URL): FakeAnswer => ({
    status: 200,
    body: {
      object: 'list',
      data: [...records].filter((one) => one.externalReference === url.searchParams.get('externalReference')),
    },
  })
  const createPayment = (body: Record<string, unknown>): FakeAnswer => {
    if (![...customers.values()].some(({ id }) => id === body.customer) || body.billingType !== 'PIX')
      return { status: 400, body: { errors: [{ code: 'invalid_customer' }] } }
    const id = `pay_${payments.size + 1}`
    const { externalReference, value, customer } = body as unknown as AsaasRecord
    payments.set(id, { id, externalReference, value, customer, status: 'PENDING' })
    return { status: 200, body: payments.get(id) }
  }
  const fake = await listen((method, url, body, request) => {
    if (request.headers.access_token !== ASAAS_KEY)
      return { status: 401, body: { errors: [{ code: 'invalid_access_token' }] } }
    const [, , kind = '', id, code] = url.pathname.split('/')
    if (kind === 'customers') {
      if (method === 'GET') return list(customers.values(), url)
      const { cpfCnpj, foreignCustomer } = body
      if (typeof cpfCnpj !== 'string' && foreignCustomer !== true)
        return { status: 400, body: { errors: [{ code: 'invalid_cpfCnpj' }] } }
      const externalReference = String(body.externalReference)
      const customer = { id: `cus_${customers.size + 1}`, externalReference, cpfCnpj }
      customers.set(customer.id, customer)
      return { status: 200, body: customer }
    }
    if (method === 'POST') return createPayment(body)
    if (id === undefined) return list(payments.values(), url)
    if (broken.has(id)) return { status: 500, body: {} }
    const payment = payments.get(id)
    if (!payment) return { status: 404, body: {} }
    if (method === 'DELETE') {
      if (payment.status !== 'PENDING') return { status: 400, body: { errors: [{ code: 'invalid_action' }] } }
      payment.deleted = true
      return { status: 200, body: { deleted: true, id } }
    }
    if (code === 'pixQrCode')
      return { status: 200, body: { payload: `000201fake${id}6304ABCD`, encodedImage: '' } }
    return { status: 200, body: payment }
  })
  return {
    ...fake,
    payments,
    broken,
    customers,
    pay: (id: string, cents: number) => {
      const payment = payments.get(id)
      if (!payment) throw new Error(`no payment ${id}`)
      Object.assign(payment, { status: 'RECEIVED', value: cents / 100 })
    },
    refund: (id: string, cents: number) => {
      const payment = payments.get(id)
      if (!payment) throw new Error(`no payment ${id}`)
      const value = cents / 100
      payment.refunds = [
        { value, status: 'DONE' },
        { value, status: 'CANCELLED' },
      ]
      if (value === payment.value) payment.status = 'REFUNDED'
    },
  }
}
