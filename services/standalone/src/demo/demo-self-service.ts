import type { QueueOptionView } from '@balcao/contracts'

import type { ConversationContext } from './play-conversation'
import type { DemoQueue } from './demo-conversations'

interface DemoOption {
  title: string
  message: string
  children?: readonly DemoOption[]
}

const menus: Readonly<Record<DemoQueue, readonly DemoOption[]>> = {
  Vendas: [
    {
      title: 'Preços e prazos',
      message: 'O que você quer saber?',
      children: [
        {
          title: 'Frete',
          message: 'Para a capital o frete é grátis; para outras cidades, a partir de R$ 18,50.',
        },
        { title: 'Pagamento', message: 'Pix com 5% de desconto, cartão em até seis vezes ou boleto.' },
      ],
    },
    { title: 'Fazer um pedido', message: 'Conte o que você procura; um vendedor já responde.' },
  ],
  Suporte: [
    {
      title: 'Trocas e devoluções',
      message: 'Você tem 30 dias para trocar. Envie o número do pedido e uma foto.',
    },
    { title: 'Segunda via da nota', message: 'Envie o CPF ou CNPJ da compra; a nota chega por e-mail.' },
  ],
}

const quickMessages = [
  { shortcode: 'ola', message: '{{greeting}}, {{firstName}}! Em que posso ajudar?' },
  {
    shortcode: 'pix',
    message: 'Nossa chave Pix é o CNPJ 12.345.678/0001-90. À vista no Pix você tem 5% de desconto.',
  },
  { shortcode: 'protocolo', message: '{{name}}, o protocolo deste atendimento é {{protocol}}.' },
  {
    shortcode: 'horario',
    message: 'Atendemos de segunda a sexta, das 8h às 18h, e aos sábados, das 8h às 12h.',
  },
]

const outOfHoursMessage =
  'Estamos fora do horário de atendimento. Deixe sua mensagem, {{firstName}}: respondemos assim que abrirmos.'

async function plantOptions(
  stage: ConversationContext,
  queueId: number,
  options: readonly DemoOption[],
  parentId: number | null = null,
): Promise<void> {
  for (const { title, message, children = [] } of options) {
    const { id } = await stage.admin.post<QueueOptionView>('/queue-options', {
      title,
      message,
      queueId,
      parentId,
    })
    await plantOptions(stage, queueId, children, id)
  }
}

async function makeQuickMessages({ admin }: ConversationContext): Promise<void> {
  const { records } = await admin.get<{ records: { shortcode: string }[] }>('/quick-messages')
  const known = new Set(records.map(({ shortcode }) => shortcode))
  for (const quickMessage of quickMessages)
    if (!known.has(quickMessage.shortcode))
      await admin.post('/quick-messages', { ...quickMessage, geral: true })
}

async function makeMenu(stage: ConversationContext, name: DemoQueue): Promise<void> {
  const queueId = stage.queues[name]
  await stage.admin.put(`/queue/${queueId}`, { outOfHoursMessage })
  const known = await stage.admin.get<unknown[]>(`/queue-options?queueId=${queueId}&parentId=-1`)
  if (known.length === 0) await plantOptions(stage, queueId, menus[name])
}

/* Without a key it answers nobody: no queue and no number has it. */
async function makePrompt({ admin, queues }: ConversationContext): Promise<void> {
  const { count } = await admin.get<{ count: number }>('/prompt')
  if (count > 0) return
  await admin.post('/prompt', {
    name: 'Vendedora virtual',
    prompt:
      'Você atende os clientes da Loja Aurora, que vende roupas. Responda em uma ou duas frases, com simpatia, e só sobre preços, prazos e trocas.',
    queueId: queues.Vendas,
  })
}

/**
 * Quick answers, a prompt, queues with hours and menus, ratings; from now on the number greets and shows its menu. After the conversations,
 * whose customers talk to agents.
 */
export async function startSelfService(stage: ConversationContext): Promise<void> {
  await makeQuickMessages(stage)
  await makePrompt(stage)
  await makeMenu(stage, 'Vendas')
  await makeMenu(stage, 'Suporte')
  await stage.admin.put('/settings/scheduleType', { value: 'queue' })
  await stage.admin.put('/settings/userRating', { value: 'enabled' })
  await stage.admin.put(`/whatsapp/${stage.connectionId}`, {
    queueIds: Object.values(stage.queues),
    greetingMessage: '{{greeting}}, {{firstName}}! Aqui é a Loja Aurora. Como podemos ajudar?',
    complationMessage: 'Obrigado pelo contato, {{firstName}}!',
    ratingMessage: 'Como foi o nosso atendimento?',
  })
}
