import { noTemplateContent, type TemplateView } from '@balcao/contracts'

export const buildTemplate = (given: Partial<TemplateView> = {}): TemplateView => ({
  ...noTemplateContent,
  id: '1689556908129832',
  whatsappId: 1,
  name: 'pedido_saiu',
  language: 'pt_BR',
  category: 'UTILITY',
  state: 'APPROVED',
  reason: '',
  quality: 'GREEN',
  canBeSent: true,
  canBeEdited: true,
  askedAt: '2026-11-27T12:00:00.000Z',
  body: 'Olá, {{1}}! O pedido {{2}} saiu para entrega.',
  ...given,
})
