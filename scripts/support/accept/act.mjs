/* What the program does itself before a person does the rest. Each answers lines to show. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { at } from '../project.mjs'
import { listTickets } from './observe.mjs'

const ASSETS = 'services/standalone/assets/demo'
const POLL_MS = 500
const CODE_WITHIN_MS = 60_000

const files = [
  { name: 'photo.png', type: 'image/png' },
  { name: 'voz.wav', type: 'audio/wav' },
  { name: 'boleto.pdf', type: 'application/pdf' },
]

async function openTicket(desk, run) {
  const ticket = (await listTickets(desk, run)).find(({ isGroup }) => !isGroup)
  if (!ticket) throw new Error(`There is no ticket of ${run.secondPhone}: write to the spare number first.`)
  if (ticket.status === 'open') return ticket
  const { id: userId } = await desk.call('GET', '/auth/me')
  const [queue] = ticket.queueId ? [{ id: ticket.queueId }] : await desk.call('GET', '/queue')
  return desk.call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId, queueId: queue?.id ?? null })
}

export const acts = {
  async newPairingCode(desk, run) {
    await desk.call('PUT', `/whatsappsession/${run.connectionId}`, {})
    const path = `/whatsappsession/${run.connectionId}/pairing-code`
    for (const giveUpAt = Date.now() + CODE_WITHIN_MS; ;) {
      const { qrcode } = await desk.call('GET', `/whatsapp/${run.connectionId}`)
      if (qrcode) break
      if (Date.now() > giveUpAt) throw new Error('The desk shows no QR code.')
      await pause(POLL_MS)
    }
    const { code } = await desk.call('POST', path, { number: run.spareNumber })
    return [`Code: ${code}`]
  },

  async sendKinds(desk, run, word) {
    const ticket = await openTicket(desk, run)
    await desk.call('POST', `/messages/${ticket.id}`, { body: word })
    for (const { name, type } of files) {
      const form = new FormData()
      form.append('body', '')
      form.append('medias', new Blob([await readFile(at(path.join(ASSETS, name)))], { type }), name)
      await desk.call('POST', `/messages/${ticket.id}`, form)
    }
    return ['Sent: a text, a picture, a sound, a PDF.']
  },
}
