import type { Language } from '@balcao/contracts'

/** What the program itself says to customers about their tickets; the rest are the company's texts. */
interface CustomerWords {
  automatic: string
  /** By the hour: before 6, 12, 18 and after. */
  greetings: readonly [string, string, string, string]
  accepted: (agent: string) => string
  movedToQueue: (queue: string) => string
  movedToAgent: (agent: string) => string
  movedToBoth: (queue: string, agent: string) => string
  ratingQuestion: string
  ratingLegend: string
  rated: string
}

const pt: CustomerWords = {
  automatic: '*Mensagem automática:*',
  greetings: ['Boa madrugada', 'Bom dia', 'Boa tarde', 'Boa noite'],
  accepted: (agent) => `Meu nome é *${agent}* e vou prosseguir com o seu atendimento.`,
  movedToQueue: (queue) => `Você foi transferido para o setor *${queue}*. Aguarde um momento, por favor.`,
  movedToAgent: (agent) => `Você foi transferido para *${agent}*. Aguarde um momento, por favor.`,
  movedToBoth: (queue, agent) =>
    `Você foi transferido para o setor *${queue}* e será atendido por *${agent}*. Aguarde um momento, por favor.`,
  ratingQuestion: 'Como você avalia o nosso atendimento?',
  ratingLegend: 'Responda com um número:\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito satisfeito',
  rated: 'Obrigado pela sua avaliação!',
}

const en: CustomerWords = {
  automatic: '*Automatic message:*',
  greetings: ['Good evening', 'Good morning', 'Good afternoon', 'Good evening'],
  accepted: (agent) => `My name is *${agent}* and I will take care of your request.`,
  movedToQueue: (queue) => `You were transferred to *${queue}*. One moment, please.`,
  movedToAgent: (agent) => `You were transferred to *${agent}*. One moment, please.`,
  movedToBoth: (queue, agent) =>
    `You were transferred to *${queue}*, where *${agent}* will answer you. One moment, please.`,
  ratingQuestion: 'How do you rate our service?',
  ratingLegend: 'Reply with a number:\n*1* - Unsatisfied\n*2* - Satisfied\n*3* - Very satisfied',
  rated: 'Thank you for your rating!',
}

const es: CustomerWords = {
  automatic: '*Mensaje automático:*',
  greetings: ['Buenas noches', 'Buenos días', 'Buenas tardes', 'Buenas noches'],
  accepted: (agent) => `Mi nombre es *${agent}* y voy a continuar con su atención.`,
  movedToQueue: (queue) => `Ha sido transferido al sector *${queue}*. Un momento, por favor.`,
  movedToAgent: (agent) => `Ha sido transferido a *${agent}*. Un momento, por favor.`,
  movedToBoth: (queue, agent) =>
    `Ha sido transferido al sector *${queue}*, donde lo atenderá *${agent}*. Un momento, por favor.`,
  ratingQuestion: '¿Cómo califica nuestra atención?',
  ratingLegend: 'Responda con un número:\n*1* - Insatisfecho\n*2* - Satisfecho\n*3* - Muy satisfecho',
  rated: '¡Gracias por su calificación!',
}

export const customerWords: Readonly<Record<Language, CustomerWords>> = { pt, en, es }
