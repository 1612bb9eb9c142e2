import type { proto } from '@whiskeysockets/baileys'

import { words, type Reading } from './content'
import { saneAmount, saneCount, saneLine, saneText } from './sane-values'

/** `R$ 10,00` from an amount in thousandths; '' when it is not a number. */
export function money(thousandths: unknown, currency: unknown): string {
  const amount = saneAmount(thousandths)
  if (amount === undefined || typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) return ''
  const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency })
  return format.format(amount / 1_000).replace(/\u00a0/g, ' ')
}

/* A payment's note is a message of its own, of which only plain text is read. */
const noteOf = (note: proto.IMessage | null | undefined): string =>
  saneText(note?.conversation || note?.extendedTextMessage?.text)

/** A notice that the sender has paid. The amount is with the payment provider and not in the message. */
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
