import type { DemoQueue } from './demo-conversations'

type Line = readonly [by: 'customer' | 'agent', body: string]

interface PastDialogue {
  queue: DemoQueue
  tag?: string
  lines: readonly [Line, ...Line[]]
}

/** What past customers asked; each was asked several times. */
export const pastDialogues: readonly PastDialogue[] = [
  {
    queue: 'Vendas',
    tag: 'Orçamento',
    lines: [
      ['customer', 'Bom dia, preciso de um orçamento de 20 camisetas com estampa'],
      ['agent', 'Bom dia! Com uma cor de estampa fica R$ 29,90 cada. Quer que eu envie a proposta?'],
      ['customer', 'Quero, por favor'],
      ['agent', 'Enviada no seu e-mail. Qualquer dúvida me chame.'],
    ],
  },
  {
    queue: 'Vendas',
    lines: [
      ['customer', 'Vocês têm o moletom cinza no tamanho G?'],
      ['agent', 'Temos sim, restam três. Posso separar um para você?'],
      ['customer', 'Pode! Passo aí amanhã para buscar'],
    ],
  },
  {
    queue: 'Vendas',
    tag: 'VIP',
    lines: [
      ['customer', 'Oi! Chegou a coleção nova de vestidos?'],
      ['agent', 'Chegou hoje! Separei as fotos para você ver primeiro.'],
      ['customer', 'Amei o verde, quero dois'],
      ['agent', 'Reservados. O link de pagamento vence amanhã às 18h.'],
      ['customer', 'Pago, obrigada!'],
    ],
  },
  {
    queue: 'Vendas',
    lines: [
      ['customer', 'Qual o frete para Curitiba?'],
      ['agent', 'Para Curitiba fica R$ 18,50 e chega em quatro dias úteis.'],
      ['customer', 'Certo, vou fechar pelo site'],
    ],
  },
  {
    queue: 'Vendas',
    lines: [
      ['customer', 'Aceitam Pix com desconto?'],
      ['agent', 'Sim, 5% de desconto à vista no Pix.'],
      ['customer', 'Ótimo, manda a chave'],
      ['agent', 'A chave é o CNPJ da loja; envie o comprovante por aqui.'],
    ],
  },
  {
    queue: 'Suporte',
    tag: 'Troca',
    lines: [
      ['customer', 'Minha blusa veio com um fio puxado, quero trocar'],
      ['agent', 'Sinto muito! Pode me mandar uma foto e o número do pedido?'],
      ['customer', 'Pedido 88214, mandei a foto por e-mail'],
      ['agent', 'Recebi. A troca sai amanhã e o entregador recolhe a outra.'],
    ],
  },
  {
    queue: 'Suporte',
    lines: [
      ['customer', 'Onde está meu pedido? O rastreio não muda desde segunda'],
      ['agent', 'Verifiquei com a transportadora: sai para entrega hoje à tarde.'],
      ['customer', 'Obrigado, vou aguardar'],
    ],
  },
  {
    queue: 'Suporte',
    tag: 'Retorno',
    lines: [
      ['customer', 'O aplicativo não aceita meu cupom'],
      ['agent', 'O cupom vale para compras acima de R$ 150. Quer que eu confira o carrinho?'],
      ['customer', 'Não precisa, vou completar o valor'],
      ['agent', 'Combinado, retorno amanhã para saber se deu certo.'],
    ],
  },
  {
    queue: 'Suporte',
    lines: [
      ['customer', 'Preciso da segunda via da nota fiscal'],
      ['agent', 'Claro, acabei de enviar para o seu e-mail.'],
    ],
  },
  {
    queue: 'Suporte',
    lines: [
      ['customer', 'Quero cancelar a compra de ontem'],
      ['agent', 'Cancelada. O estorno aparece na fatura em até sete dias.'],
      ['customer', 'Obrigada pela rapidez'],
    ],
  },
]

const FIRST = [
  'Adriana',
  'Beatriz',
  'Caio',
  'Daniela',
  'Eduardo',
  'Fernanda',
  'Gustavo',
  'Heloísa',
  'Igor',
  'Juliana',
]
const LAST = ['Almeida', 'Barros', 'Cardoso', 'Duarte', 'Esteves', 'Farias']

/** Invented customers. */
export const pastNames: readonly string[] = FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`))
