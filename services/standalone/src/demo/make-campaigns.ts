import type { CampaignView, ConnectionView } from '@balcao/contracts'
import { MINUTE } from '@balcao/kernel'

import type { DeskClient } from './desk-client'

interface DemoCampaign {
  name: string
  list: string
  contacts: number
  messages: [string, string]
}

/* The first ends within a minute; the second runs while the demo is looked at. */
const demoCampaigns: DemoCampaign[] = [
  {
    name: 'Avaliação de novembro',
    list: 'Compradores de novembro',
    contacts: 4,
    messages: [
      'Oi, {nome}! Como foi a sua compra na Loja Aurora? Conte para a gente.',
      '{nome}, obrigado por comprar na Loja Aurora! O que achou?',
    ],
  },
  {
    name: 'Coleção de verão',
    list: 'Clientes do ano',
    contacts: 60,
    messages: [
      '{{ms}}, {nome}! A coleção de verão chegou. Use o cupom {cupom} até domingo.',
      'Oi, {nome}! Verão na Aurora: frete grátis com o cupom {cupom}. Responda SAIR para não receber mais.',
    ],
  },
]

const FIRST_NAMES = ['Alice', 'Bento', 'Cecília', 'Davi', 'Elisa', 'Flávio', 'Gabi', 'Hugo', 'Íris', 'João']
const LAST_NAMES = ['Almeida', 'Barros', 'Costa', 'Duarte', 'Esteves', 'Farias']

const buildPerson = (index: number, base: number) => ({
  name: `${FIRST_NAMES[index % 10]} ${LAST_NAMES[Math.floor(index / 10) % 6]}`,
  number: `5511977${String(base + index).padStart(6, '0')}`,
})

async function makeList(admin: DeskClient, { list, contacts }: DemoCampaign, base: number): Promise<number> {
  const { id } = await admin.post<{ id: number }>('/contact-lists', { name: list })
  for (let index = 0; index < contacts; index += 1)
    await admin.post('/contact-list-items', { ...buildPerson(index, base), contactListId: id })
  return id
}

/** One campaign that ends soon and one that runs, made once. */
export async function makeCampaigns(admin: DeskClient, now: number): Promise<void> {
  const { count } = await admin.get<{ records: CampaignView[]; count: number }>('/campaigns')
  const connection = (await admin.get<ConnectionView[]>('/whatsapp')).find(({ isDefault }) => isDefault)
  if (count > 0 || !connection) return
  await admin.post('/campaign-settings', {
    // A demo that is tried at night shows a campaign that runs, too.
    settings: { variables: [{ key: 'cupom', value: 'VERAO10' }], allowedHours: null },
  })
  for (const [index, campaign] of demoCampaigns.entries())
    await admin.post('/campaigns', {
      name: campaign.name,
      message1: campaign.messages[0],
      message2: campaign.messages[1],
      contactListId: await makeList(admin, campaign, 1_000 * (index + 1)),
      whatsappId: connection.id,
      scheduledAt: new Date(now - MINUTE).toISOString(),
    })
}
