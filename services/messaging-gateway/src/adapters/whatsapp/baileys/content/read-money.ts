import type { proto } from '@whiskeysockets/baileys'

import { toText, type Reading } from './content'
import { sanitizeAmount, sanitizeCount, sanitizeLine, sanitizeText } from './sanitize-values'

/** `R$ 10,00` from an amount in thousandths; '' when it is not a number. */
export function formatMoney(thousandths: unknown, currency: unknown): string {
  const amount = sanitizeAmount(thousandths)
  if (amount === undefined || typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) return ''
  const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency })
  return format.format(amount / 1_000).replace(/\u00a0/g, ' ')
}

/* A payment's note is a message of its own, of which only plain text is read. */
const readNote = (note: proto.IMessage | null | undefined): string =>
  sanitizeText(note?.conversation || note?.extendedTextMessage?.text)

/** A notice that the sender has paid. The amount is with the payment provider and not in the message. */
export const readPayment = ({ noteMessage }: proto.Message.ISendPaymentMessage): Reading =>
  toText('💳 *Pagamento*', readNote(noteMessage))

export function readPaymentRequest(request: proto.Message.IRequestPaymentMessage): Reading {
  const amount = formatMoney(request.amount1000, request.currencyCodeIso4217)
  return toText(`💳 *Pedido de pagamento*${amount ? `: ${amount}` : ''}`, readNote(request.noteMessage))
}

export const readInvoice = ({ note }: proto.Message.IInvoiceMessage): Reading =>
  toText('🧾 *Fatura*', sanitizeText(note))

export function readOrder(order: proto.Message.IOrderMessage): Reading {
  const items = sanitizeCount(order.itemCount)
  const total = formatMoney(order.totalAmount1000, order.totalCurrencyCode)
  return toText(
    `🛒 *${sanitizeLine(order.orderTitle) || 'Pedido'}*`,
    [items > 0 ? `${items} ${items === 1 ? 'item' : 'itens'}` : '', total].filter(Boolean).join(' · '),
    sanitizeText(order.message),
  )
}
