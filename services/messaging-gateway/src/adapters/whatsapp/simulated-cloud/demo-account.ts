import { buildNumber } from '../simulated/device-ledger'

/**
 * What the simulated Meta has: one app, one business account with two numbers, and what an administrator enters of them. Published, and the
 * same in each demo, so that a desk finds its number again after a restart. Only a program on this machine reaches it.
 */
export const DEMO_ACCOUNT = {
  appId: '900000000000001',
  appSecret: 'demo-app-secret',
  portfolioId: '900000000000002',
  businessAccountId: '900000000000003',
  phoneNumberId: '900000000000004',
  digits: '5511930000001',
  verifiedName: 'Loja Aurora',
  token: 'demo-system-user-token',
  verifyToken: 'demo-verify-token',
  /** Not registered yet: for the embedded sign-up. */
  newNumber: {
    phoneNumberId: '900000000000007',
    digits: '5511930000002',
    verifiedName: 'Loja Aurora Centro',
  },
  /** Of the app's embedded sign-up. */
  signupConfigId: '900000000000006',
  /** The number of a new demo's linked phone, so that it can move to the official API. */
  linkedNumber: { phoneNumberId: '900000000000005', digits: buildNumber(1) },
} as const

const text = (body: string, ...examples: string[]) => ({
  type: 'BODY',
  text: body,
  ...(examples.length > 0 && { example: { body_text: [examples] } }),
})

const quickReplies = (...titles: string[]) => ({
  type: 'BUTTONS',
  buttons: titles.map((title) => ({ type: 'QUICK_REPLY', text: title })),
})

/** Templates that Meta has approved, by id. */
export const DEMO_TEMPLATES: Readonly<Record<string, Record<string, unknown>>> = {
  '900000000000101': {
    name: 'pedido_saiu_para_entrega',
    language: 'pt_BR',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['A-1024'] } },
      text('Olá, {{1}}! O seu pedido saiu para entrega e chega até {{2}}, das 8h às 18h.', 'Ana', 'amanhã'),
      { type: 'FOOTER', text: 'Loja Aurora' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Obrigado!' },
          {
            type: 'URL',
            text: 'Acompanhar',
            url: 'https://example.com/pedidos/{{1}}',
            example: ['https://example.com/pedidos/A-1024'],
          },
        ],
      },
    ],
  },
  '900000000000102': {
    name: 'retomar_conversa',
    language: 'pt_BR',
    category: 'UTILITY',
    components: [
      text('Olá, {{1}}! Temos uma resposta sobre o seu atendimento. Podemos continuar por aqui?', 'Ana'),
      quickReplies('Sim, continuar', 'Agora não'),
    ],
  },
  '900000000000103': {
    name: 'colecao_de_verao',
    language: 'pt_BR',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Coleção de verão' },
      text(
        'Oi, {{1}}! A coleção de verão chegou na Loja Aurora. Com o cupom {{2}} o frete é grátis até domingo.',
        'Ana',
        'VERAO10',
      ),
      { type: 'FOOTER', text: 'Responda SAIR para não receber mais.' },
      quickReplies('Quero ver'),
    ],
  },
  '900000000000105': {
    name: 'avaliacao_do_atendimento',
    language: 'pt_BR',
    category: 'UTILITY',
    components: [
      text('Olá, {{1}}! O seu atendimento na Loja Aurora terminou. Como você o avalia?', 'Ana'),
      quickReplies('Insatisfeito', 'Satisfeito', 'Muito satisfeito'),
    ],
  },
  '900000000000104': {
    name: 'segunda_via',
    language: 'pt_BR',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['4::demo'] } },
      text('Olá, {{1}}! O seu boleto vence em {{2}}: segue a segunda via.', 'Ana', '10/12'),
      { type: 'FOOTER', text: 'Loja Aurora' },
    ],
  },
}
