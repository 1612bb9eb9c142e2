/** Conversations of the demo company's first day. Names and numbers are invented. */

export type DemoQueue = 'Vendas' | 'Suporte'
export type DemoAgent = 'ana' | 'bruno'

export type DemoLine =
  | { by: 'customer'; body: string; quotes?: number }
  | { by: 'customer'; file: string; mimeType: string; body?: string }
  | { by: 'customer'; location: { latitude: number; longitude: number; name: string; address: string } }
  | { by: 'customer'; vcard: string }
  | { by: 'agent'; body: string; quotes?: number }
  | { by: 'agent'; file: string; mimeType: string; body?: string }

export interface DemoConversation {
  number: string
  name: string
  group?: { subject: string; participant: string }
  queue: DemoQueue | null
  agent: DemoAgent | null
  end: 'pending' | 'open' | 'closed'
  tags?: string[]
  note?: string
  extraInfo?: { name: string; value: string }[]
  /** `quotes` is an index into this list, from 0. */
  lines: DemoLine[]
}

export const demoTags = [
  { name: 'VIP', color: '#AD1457' },
  { name: 'Troca', color: '#1565C0' },
  { name: 'Retorno', color: '#EF6C00', kanban: 1 },
  { name: 'Orçamento', color: '#2E7D32', kanban: 1 },
]

export const demoQueues: { name: DemoQueue; color: string; greetingMessage: string }[] = [
  { name: 'Vendas', color: '#1565C0', greetingMessage: 'Olá! Você está falando com Vendas.' },
  { name: 'Suporte', color: '#00796B', greetingMessage: 'Olá! Você está falando com o Suporte.' },
]

const contactCard = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'FN:Marcos Entregador',
  'TEL;type=CELL;waid=5511912340077:+55 11 91234-0077',
  'END:VCARD',
].join('\n')

/** Oldest activity first: the last one is on top of the list. */
export const demoConversations: DemoConversation[] = [
  {
    number: '5511955550112',
    name: 'Joana Prado',
    queue: 'Suporte',
    agent: 'bruno',
    end: 'closed',
    lines: [
      { by: 'customer', body: 'Bom dia! Esqueci a senha da minha conta' },
      { by: 'agent', body: '*Bruno:*\nBom dia, Joana! Enviei um e-mail para você criar outra.' },
      { by: 'customer', body: 'Ok, combinado' },
    ],
  },
  {
    number: '5521955550198',
    name: 'Oficina Central',
    queue: 'Vendas',
    agent: 'ana',
    end: 'closed',
    lines: [
      { by: 'customer', body: 'Vocês atendem empresas com nota?' },
      { by: 'agent', body: '*Ana:*\nSim! Me passa o CNPJ que já cadastro.' },
      { by: 'customer', body: 'Pode ligar depois das 14h' },
    ],
  },
  {
    number: '5511955550133',
    name: 'Rita Souza',
    queue: 'Suporte',
    agent: 'bruno',
    end: 'open',
    lines: [
      {
        by: 'customer',
        file: 'label.png',
        mimeType: 'image/png',
        body: 'Chegou com esta etiqueta, é normal?',
      },
      { by: 'agent', body: '*Bruno:*\nÉ sim, Rita. É a etiqueta de rastreio.', quotes: 0 },
      { by: 'agent', body: '*Bruno:*\nChegou direitinho? 😊' },
    ],
  },
  {
    number: '5511955550144',
    name: 'Marcos e Filhos',
    queue: 'Vendas',
    agent: null,
    end: 'pending',
    lines: [
      { by: 'customer', body: 'Boa tarde, quero repor o estoque' },
      { by: 'customer', file: 'photo.png', mimeType: 'image/png' },
    ],
  },
  {
    number: '5511955550155',
    name: 'Ateliê Lume',
    queue: 'Vendas',
    agent: 'ana',
    end: 'open',
    tags: ['VIP', 'Orçamento'],
    lines: [
      { by: 'customer', body: 'Consegue um orçamento de 40 camisetas?' },
      { by: 'agent', body: '*Ana:*\nClaro! Segue a proposta com frete.' },
      { by: 'agent', file: 'boleto.pdf', mimeType: 'application/pdf', body: 'Proposta e fatura' },
      { by: 'customer', body: 'Perfeito, obrigado!!' },
    ],
  },
  {
    number: '5521998123344',
    name: '',
    queue: null,
    agent: null,
    end: 'pending',
    lines: [
      { by: 'customer', body: 'Entregam aqui?' },
      {
        by: 'customer',
        location: {
          latitude: -22.9711,
          longitude: -43.1822,
          name: 'Praça Serzedelo Correia',
          address: 'Copacabana, Rio de Janeiro',
        },
      },
    ],
  },
  {
    number: '5511955550166',
    name: 'Dra. Paula Nunes',
    queue: 'Suporte',
    agent: 'bruno',
    end: 'open',
    tags: ['Retorno'],
    lines: [
      { by: 'customer', body: 'Consegue me mandar o contato do entregador?' },
      { by: 'agent', body: '*Bruno:*\nEle se chama Marcos, já aviso que vai chamar você.' },
      { by: 'customer', vcard: contactCard },
      { by: 'customer', body: 'É este aqui?' },
    ],
  },
  {
    number: '5511955550177',
    name: 'Condomínio Ipê',
    queue: 'Vendas',
    agent: 'ana',
    end: 'open',
    tags: ['Retorno'],
    lines: [
      { by: 'customer', body: 'O boleto de novembro ainda não chegou' },
      { by: 'agent', body: '*Ana:*\nSegue o boleto em PDF 👇' },
      { by: 'agent', file: 'boleto.pdf', mimeType: 'application/pdf' },
    ],
  },
  {
    number: '5511955550188',
    name: 'Padaria Estrela',
    queue: 'Suporte',
    agent: null,
    end: 'pending',
    lines: [{ by: 'customer', body: 'O aplicativo não abre desde ontem, podem olhar?' }],
  },
  {
    number: '5511955550100',
    name: 'Lucas Andrade',
    queue: null,
    agent: null,
    end: 'pending',
    lines: [{ by: 'customer', body: 'Oi, vocês têm a camiseta verde no tamanho P?' }],
  },
  {
    number: '5511955550199',
    name: 'Bruno Teixeira',
    queue: 'Vendas',
    agent: null,
    end: 'pending',
    lines: [
      { by: 'customer', body: 'Boa tarde' },
      { by: 'customer', file: 'voz.wav', mimeType: 'audio/wav' },
    ],
  },
  {
    number: '5511987654321',
    name: 'Helena Castro',
    queue: 'Vendas',
    agent: 'ana',
    end: 'open',
    tags: ['VIP', 'Troca'],
    note: 'Prefere entrega à tarde; portaria fecha 18h.',
    extraInfo: [
      { name: 'Cidade', value: 'São Paulo' },
      { name: 'Cliente desde', value: '2023' },
    ],
    lines: [
      { by: 'customer', body: 'Oi, bom dia! Meu pedido *#90214* chegou com o tamanho errado 😕' },
      { by: 'customer', file: 'photo.png', mimeType: 'image/png', body: 'É esta camiseta' },
      { by: 'agent', body: '*Ana:*\nBom dia, Helena! Já localizei aqui. Quer trocar pelo M?' },
      { by: 'customer', body: 'Quero sim! Preciso devolver antes ou vocês mandam junto?', quotes: 2 },
      { by: 'agent', body: '*Ana:*\nMandamos junto, o entregador recolhe na hora.' },
      { by: 'customer', body: 'E consigo receber até sexta?' },
    ],
  },
]
