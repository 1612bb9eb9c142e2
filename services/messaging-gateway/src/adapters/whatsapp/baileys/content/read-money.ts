import type { proto } from '@whiskeysockets/baileys'

import { words, type Reading } from './content'
import { saneAmount, saneCount, saneLine, saneText } from './sane-values'

/** `R$ 10,00` of an amount in thousandths; '' when it is none. */
export function money(thousandths: unknown, currency: unknown): string {
  const amount = saneAmount(thousandths)
  if (amount === undefined || typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) return ''
  const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency })
  return format.format(amount / 1_000).replace(/\u00a0/g, ' ')
}

/* The words beside a payment are a message of their own, of which only plain text is expected. */
const noteOf = (note: proto.IMessage | null | undefined): string =>
  saneText(note?.conversation || note?.extendedTextMessage?.text)

/** Somebody says to have paid. The amount is the payment provider's and is not told. */
export const readPayment = ({ noteMessage }: proto.Message.ISendPaymentMessage): Reading =>
  words('💳 *Pagamento*', noteOf(noteMessage))

export function readPaymentRequest(request: proto.Message.IRequestPaymentMessage): Reading {
  const amount = money(request.amount1000, request.currencyCodeIso4217)
  return words(`💳 *Pedido de pagamento*${amount ? `: ${amount}` : ''}`, noteOf(request.noteMessage))
}

export const readInvoice = ({ note }: proto.Message.IInvoiceMessage): Reading =>
  words('🧾 *Fatura*', saneText(note))

export function readOrder(order: proto.Message.IOrderMessage): Reading {
  const items = saneCount(order.itemCount)
  const total = money(order.totalAmount1000, order.totalCurrencyCode)
  return words(
    `🛒 *${saneLine(order.orderTitle) || 'Pedido'}*`,
    [items > 0 ? `${items} ${items === 1 ? 'item' : 'itens'}` : '', total].filter(Boolean).join(' · '),
    saneText(order.message),
  )
}
