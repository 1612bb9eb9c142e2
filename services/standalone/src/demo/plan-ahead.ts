import type { HelpView, ScheduleView, TicketView } from '@balcao/contracts'
import { DAY, HOUR } from '@balcao/kernel'

import type { ConversationContext } from './play-conversation'
import type { DeskClient } from './desk-client'

interface DemoSchedule {
  by: 'ana' | 'bruno'
  contact: string
  body: string
  inDays: number
  /** Of São Paulo's day. */
  hour: number
}

/** Entries of the demo's calendar, from tomorrow on. */
const demoSchedules: DemoSchedule[] = [
  {
    by: 'ana',
    contact: 'Helena Castro',
    body: '{{ms}}, {{firstName}}! Sua troca sai hoje para entrega.',
    inDays: 1,
    hour: 9,
  },
  {
    by: 'ana',
    contact: 'Ateliê Lume',
    body: 'Oi, {{firstName}}, conseguiu ver a proposta das 40 camisetas?',
    inDays: 2,
    hour: 10,
  },
  {
    by: 'bruno',
    contact: 'Dra. Paula Nunes',
    body: '{{ms}}! O entregador já fez contato?',
    inDays: 2,
    hour: 10,
  },
  { by: 'ana', contact: 'Condomínio Ipê', body: 'Lembrete: o boleto vence amanhã.', inDays: 4, hour: 15 },
  {
    by: 'bruno',
    contact: 'Rita Souza',
    body: 'Oi, {{firstName}}! Tudo certo com o produto?',
    inDays: 7,
    hour: 11,
  },
]

const SAO_PAULO_MS = -3 * HOUR

/* The hour of a day of São Paulo, `inDays` after the present one. */
const computeTime = ({ inDays, hour }: DemoSchedule, now: number): string => {
  const today = Math.floor((now + SAO_PAULO_MS) / DAY) * DAY
  return new Date(today + inDays * DAY + hour * HOUR - SAO_PAULO_MS).toISOString()
}

const findContactId = async (admin: DeskClient, name: string): Promise<number | undefined> => {
  const { tickets } = await admin.get<{ tickets: TicketView[] }>(
    `/tickets?showAll=true&searchParam=${encodeURIComponent(name)}`,
  )
  return tickets.find(({ contact }) => contact.name === name)?.contactId
}

/** Schedules of the coming days, made once. */
export async function makeSchedules({ admin, agents }: ConversationContext, now: number): Promise<void> {
  const { count } = await admin.get<{ schedules: ScheduleView[]; count: number }>('/schedules')
  if (count > 0) return
  for (const schedule of demoSchedules) {
    const contactId = await findContactId(admin, schedule.contact)
    if (contactId === undefined) continue
    await agents[schedule.by].post('/schedules', {
      body: schedule.body,
      sendAt: computeTime(schedule, now),
      contactId,
    })
  }
}

/** Free films of the Blender Foundation, in the place of a desk's own videos. */
const demoHelps = [
  { title: 'Como atender um cliente', video: 'aqz-KE-bpKQ' },
  { title: 'Como conectar um número', video: 'eRsGyueVLvQ' },
  { title: 'Como montar o menu do bot', video: 'R6MlUcmOul8' },
]

const HELP_NOTE = 'Vídeo de exemplo: troque pelo seu em Configurações › Ajuda.'

/** Help videos of the platform, made once by its super user. */
export async function makeHelps(superUser: DeskClient): Promise<void> {
  if ((await superUser.get<HelpView[]>('/helps/list')).length > 0) return
  for (const help of demoHelps) await superUser.post('/helps', { ...help, description: HELP_NOTE })
}
