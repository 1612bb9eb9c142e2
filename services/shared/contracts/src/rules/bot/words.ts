/** Languages that a company writes to its customers in. */
export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

/** What the program itself says to customers; the rest are the company's texts. */
export interface BotWords {
  chooseQueue: string
  invalidChoice: string
  /** The same two above choices that are tapped. */
  tapQueue: string
  tapChoice: string
  /** On the button that opens a list; at most 20 characters. */
  openList: string
  previousMenu: string
  /** The same on a button; at most 20 characters. */
  back: string
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
  tapQueue: 'Escolha um setor:',
  tapChoice: 'Não entendi. Toque em uma das opções:',
  openList: 'Ver opções',
  previousMenu: 'Voltar ao menu anterior',
  back: 'Voltar',
  mainMenu: 'Menu inicial',
  closedToday: 'Hoje não estamos atendendo. Responderemos assim que voltarmos.',
  chooseMeanwhile: 'Se quiser, escolha já o setor que vai responder:',
  otherQueue: 'Para escolher outro setor, responda #.',
}

const en: BotWords = {
  chooseQueue: 'Choose a department and reply with its number:',
  invalidChoice: 'Invalid choice. Reply with the number of one of these:',
  tapQueue: 'Choose a department:',
  tapChoice: 'I did not understand. Tap one of these:',
  openList: 'See options',
  previousMenu: 'Back to the previous menu',
  back: 'Back',
  mainMenu: 'Main menu',
  closedToday: 'We are closed today. We will answer as soon as we are back.',
  chooseMeanwhile: 'If you like, choose now who will answer you:',
  otherQueue: 'To choose another department, reply #.',
}

const es: BotWords = {
  chooseQueue: 'Elija un sector y responda con el número:',
  invalidChoice: 'Opción no válida. Responda con el número de una de las opciones:',
  tapQueue: 'Elija un sector:',
  tapChoice: 'No entendí. Toque una de las opciones:',
  openList: 'Ver opciones',
  previousMenu: 'Volver al menú anterior',
  back: 'Volver',
  mainMenu: 'Menú inicial',
  closedToday: 'Hoy no atendemos. Responderemos en cuanto volvamos.',
  chooseMeanwhile: 'Si quiere, elija ya el sector que le responderá:',
  otherQueue: 'Para elegir otro sector, responda #.',
}

export const botWords: Readonly<Record<Language, BotWords>> = { pt, en, es }
