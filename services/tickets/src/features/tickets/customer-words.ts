import type { Language } from '@balcao/contracts'

/** What the program itself says to customers about their tickets; the rest are the company's texts. */
interface CustomerWords {
  /** At most 1,024 characters. */
  numberAsked: string
  automatic: string
  accepted: (agent: string) => string
  movedToQueue: (queue: string) => string
  movedToAgent: (agent: string) => string
  movedToBoth: (queue: string, agent: string) => string
  ratingQuestion: string
  ratingLegend: string
  /** From 1, on buttons; at most 20 characters each. */
  ratings: readonly string[]
  rated: string
  callsRefused: string
}

const pt: CustomerWords = {
  numberAsked:
    'Para seguirmos com o seu atendimento, você pode compartilhar o seu número tocando no botão abaixo?',
  automatic: '*Mensagem automática:*',
  accepted: (agent) => `Meu nome é *${agent}* e vou prosseguir com o seu atendimento.`,
  movedToQueue: (queue) => `Você foi transferido para o setor *${queue}*. Aguarde um momento, por favor.`,
  movedToAgent: (agent) => `Você foi transferido para *${agent}*. Aguarde um momento, por favor.`,
  movedToBoth: (queue, agent) =>
    `Você foi transferido para o setor *${queue}* e será atendido por *${agent}*. Aguarde um momento, por favor.`,
  ratingQuestion: 'Como você avalia o nosso atendimento?',
  ratingLegend: 'Responda com um número:\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito satisfeito',
  ratings: ['Insatisfeito', 'Satisfeito', 'Muito satisfeito'],
  rated: 'Obrigado pela sua avaliação!',
  callsRefused:
    'As chamadas de voz e vídeo estão desabilitadas para esse WhatsApp, favor enviar uma mensagem de texto. Obrigado.',
}

const en: CustomerWords = {
  numberAsked: 'To go on, could you share your number with the button below?',
  automatic: '*Automatic message:*',
  accepted: (agent) => `My name is *${agent}* and I will take care of your request.`,
  movedToQueue: (queue) => `You were transferred to *${queue}*. One moment, please.`,
  movedToAgent: (agent) => `You were transferred to *${agent}*. One moment, please.`,
  movedToBoth: (queue, agent) =>
    `You were transferred to *${queue}*, where *${agent}* will answer you. One moment, please.`,
  ratingQuestion: 'How do you rate our service?',
  ratingLegend: 'Reply with a number:\n*1* - Unsatisfied\n*2* - Satisfied\n*3* - Very satisfied',
  ratings: ['Unsatisfied', 'Satisfied', 'Very satisfied'],
  rated: 'Thank you for your rating!',
  callsRefused: 'This WhatsApp takes no voice or video calls. Please send a text message. Thank you.',
}

const es: CustomerWords = {
  numberAsked: 'Para continuar, ¿puede compartir su número con el botón de abajo?',
  automatic: '*Mensaje automático:*',
  accepted: (agent) => `Mi nombre es *${agent}* y voy a continuar con su atención.`,
  movedToQueue: (queue) => `Ha sido transferido al sector *${queue}*. Un momento, por favor.`,
  movedToAgent: (agent) => `Ha sido transferido a *${agent}*. Un momento, por favor.`,
  movedToBoth: (queue, agent) =>
    `Ha sido transferido al sector *${queue}*, donde lo atenderá *${agent}*. Un momento, por favor.`,
  ratingQuestion: '¿Cómo califica nuestra atención?',
  ratingLegend: 'Responda con un número:\n*1* - Insatisfecho\n*2* - Satisfecho\n*3* - Muy satisfecho',
  ratings: ['Insatisfecho', 'Satisfecho', 'Muy satisfecho'],
  rated: '¡Gracias por su calificación!',
  callsRefused:
    'Este WhatsApp no recibe llamadas de voz ni de video. Por favor, envíe un mensaje de texto. Gracias.',
}

export const customerWords: Readonly<Record<Language, CustomerWords>> = { pt, en, es }
