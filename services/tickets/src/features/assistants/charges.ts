import { completePhone, normalizePhone, trimEndChars, type CompanyId, type Language } from '@balcao/contracts'
import { foldText, type OutgoingHttp, readRecords, readText } from '@balcao/kernel'

import type { SettingsReader } from '../settings'
import { getJson } from './http-answers'

export interface ChargesDeps {
  modelHttp: OutgoingHttp
  asaasUrl: string
  settings: SettingsReader
  /** The company's token of its payment provider; '' without one. */
  readPaymentToken(companyId: CompanyId): Promise<string>
}

/** Something that a customer of the company still has to pay. */
export interface OpenCharge {
  description: string
  /** In reais. */
  value: number
  /** `YYYY-MM-DD` */
  dueDate: string
  isOverdue: boolean
  /** Where it is paid. */
  url: string
}

const MOST_CHARGES = 5
const MOST_CUSTOMERS = 3
/* Of one tax number: Asaas keeps one for each time that its user added them. */
const MOST_NAMESAKES = 20

/** Whether customers get a second copy of their bills in this queue; the name is the one that Whaticket's users know. */
export const isChargesQueue = (name: string): boolean =>
  /^(2a|segunda) via( de (boletos?|faturas?))?$/.test(foldText(name).trim().replace(/\s+/g, ' '))

interface Words {
  /* The same for an unknown tax number, for one of somebody else and for one that owes nothing. */
  none: string
  found: (count: number) => string
  due: (date: string, isOverdue: boolean) => string
}

const words: Readonly<Record<Language, Words>> = {
  pt: {
    none: 'Não encontramos cobranças em aberto para este CPF ou CNPJ neste número de WhatsApp. Se o seu cadastro tem outro telefone, aguarde um atendente.',
    found: (count) =>
      count === 1 ? 'Encontramos 1 cobrança em aberto:' : `Encontramos ${count} cobranças em aberto:`,
    due: (date, isOverdue) => `${isOverdue ? 'venceu em' : 'vence em'} ${date}`,
  },
  en: {
    none: 'We found no open charges for this CPF or CNPJ on this WhatsApp number. If you registered with another phone, please wait for an agent.',
    found: (count) => (count === 1 ? 'We found 1 open charge:' : `We found ${count} open charges:`),
    due: (date, isOverdue) => `${isOverdue ? 'was due on' : 'is due on'} ${date}`,
  },
  es: {
    none: 'No encontramos cobros pendientes para este CPF o CNPJ en este número de WhatsApp. Si se registró con otro teléfono, espere a un agente.',
    found: (count) =>
      count === 1 ? 'Encontramos 1 cobro pendiente:' : `Encontramos ${count} cobros pendientes:`,
    due: (date, isOverdue) => `${isOverdue ? 'venció el' : 'vence el'} ${date}`,
  },
}

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const toDay = (date: string): string => date.split('-').toReversed().join('/')

/** What the customer is told, in the company's language. */
export function writeCharges(charges: readonly OpenCharge[], language: Language): string {
  const { none, found, due } = words[language]
  if (charges.length === 0) return none
  const lines = charges.map(({ description, value, dueDate, isOverdue, url }) => {
    const amount = money.format(value).replace(/\s/g, ' ')
    const title = description.trim() === '' ? '' : `${description.trim()} - `
    return `${title}*${amount}*, ${due(toDay(dueDate), isOverdue)}\n${url}`
  })
  return [found(charges.length), ...lines].join('\n\n')
}

const readCharge = (payment: Record<string, unknown>): OpenCharge => ({
  description: readText(payment['description']),
  value: Number(payment['value']),
  dueDate: readText(payment['dueDate']),
  isOverdue: payment['status'] === 'OVERDUE',
  url: readText(payment['invoiceUrl']),
})

/** Who asks: the tax number that was written, and the chat's phone number, '' when only a LID is known. */
export interface Payer {
  taxNumber: string
  number: string
}

/** Whether one of a customer's phones is the chat's number, with or without country code and ninth digit. */
export const isPhoneOf = (number: string, phones: readonly string[]): boolean =>
  number !== '' && phones.some((phone) => normalizePhone(completePhone(phone)) === normalizePhone(number))

/**
 * The open charges of the customers with this tax number and this phone, in Asaas's order, overdue ones first; at most five. Somebody
 * else's charges are not asked for: an answer about them takes as long as one about nobody's.
 * @throws {AssistantFailure}
 */
async function findCharges(
  { modelHttp, asaasUrl }: ChargesDeps,
  token: string,
  { taxNumber, number }: Payer,
): Promise<OpenCharge[]> {
  const read = async (path: string) => {
    const answer = await getJson(modelHttp, `${trimEndChars(asaasUrl, '/')}${path}`, { access_token: token })
    return readRecords(answer['data'])
  }
  const namesakes = await read(`/v3/customers?cpfCnpj=${taxNumber}&limit=${MOST_NAMESAKES}`)
  const customers = namesakes
    .filter(({ mobilePhone, phone }) => isPhoneOf(number, [readText(mobilePhone), readText(phone)]))
    .slice(0, MOST_CUSTOMERS)
  const charges: OpenCharge[] = []
  for (const status of ['OVERDUE', 'PENDING']) {
    for (const { id } of customers) {
      const customer = encodeURIComponent(readText(id))
      const payments = await read(`/v3/payments?customer=${customer}&status=${status}&limit=${MOST_CHARGES}`)
      charges.push(...payments.map(readCharge))
    }
  }
  return charges.filter(({ url, value }) => url !== '' && value > 0).slice(0, MOST_CHARGES)
}

/**
 * The answer to a customer who wrote a tax number; undefined while the company has set no token of its payment provider.
 * @throws {AssistantFailure}
 */
export async function answerCharges(
  deps: ChargesDeps,
  companyId: CompanyId,
  payer: Payer,
): Promise<string | undefined> {
  const token = await deps.readPaymentToken(companyId)
  if (token === '') return undefined
  const { language } = await deps.settings.of(companyId)
  return writeCharges(await findCharges(deps, token, payer), language)
}
