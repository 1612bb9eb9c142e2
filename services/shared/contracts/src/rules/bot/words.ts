/** Languages that a company writes to its customers in. */
export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

/** What the program itself says to customers; the rest are the company's texts. */
export interface BotWords {
  chooseQueue: string
  invalidChoice: string
  previousMenu: string
  mainMenu: string
  /** On a closed day without a text of the company's. */
  closedToday: string
  /** Between the company's out-of-hours text and the menu, which finds the queue. */
  chooseMeanwhile: string
  /** Under an out-of-hours text of a queue that was chosen from a menu. */
  otherQueue: string
}

const pt: BotWords = {
  chooseQueue: 'Escolha um setor e responda com o número:',
  invalidChoice: 'Opção inválida. Responda com o número de uma das opções:',
  previousMenu: 'Voltar ao menu anterior',
  mainMenu: 'Menu inicial',
  closedToday: 'Hoje não estamos atendendo. Responderemos assim que voltarmos.',
  chooseMeanwhile: 'Se quiser, escolha já o setor que vai responder:',
  otherQueue: 'Para escolher outro setor, responda #.',
}

const en: BotWords = {
  chooseQueue: 'Choose a department and reply with its number:',
  invalidChoice: 'Invalid choice. Reply with the number of one of these:',
  previousMenu: 'Back to the previous menu',
  mainMenu: 'Main menu',
  closedToday: 'We are closed today. We will answer as soon as we are back.',
  chooseMeanwhile: 'If you like, choose now who will answer you:',
  otherQueue: 'To choose another department, reply #.',
}

const es: BotWords = {
  chooseQueue: 'Elija un sector y responda con el número:',
  invalidChoice: 'Opción no válida. Responda con el número de una de las opciones:',
  previousMenu: 'Volver al menú anterior',
  mainMenu: 'Menú inicial',
  closedToday: 'Hoy no atendemos. Responderemos en cuanto volvamos.',
  chooseMeanwhile: 'Si quiere, elija ya el sector que le responderá:',
  otherQueue: 'Para elegir otro sector, responda #.',
}

export const botWords: Readonly<Record<Language, BotWords>> = { pt, en, es }
