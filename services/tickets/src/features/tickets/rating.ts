import { foldText, MINUTE } from '@balcao/kernel'

import type { Ticket } from './ticket'

/* What people write around the number when they rate, without accents. Any other word makes the text a message: "3 caixas". */
const AROUND = new Set(
  (
    'a o e la el the nota avaliacao calificacion rating score opcao opcion option numero number n minha mi my ' +
    'dou doy give eu yo i le lhe un voto vou de dar com con um uno one estrela estrelas estrella estrellas star stars ponto pontos punto puntos ' +
    'insatisfeito insatisfeita satisfeito satisfeita insatisfecho insatisfecha satisfecho satisfecha satisfied unsatisfied muito muy very ' +
    'obrigado obrigada valeu gracias thanks thank you'
  ).split(' '),
)

const MOST_WORDS = 6

/* Marks that keycap emoji and accents are made of are left out. */
const splitWords = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}/%$]+/u)
    .filter((word) => word !== '')

/**
 * The rating that a text is: 1 unsatisfied, 2 satisfied, 3 very satisfied. It may stand between words that people rate with ("nota 3",
 * "dou 3!"); a text with other words, with another number or of more than six words is a message.
 */
export function parseRating(text: string): number | undefined {
  if (/\d[.,]\d/.test(text)) return undefined
  const words = splitWords(text)
  const others = words.filter((word) => !AROUND.has(word))
  const [digit] = others
  return others.length === 1 && digit !== undefined && /^[123]$/.test(digit) && words.length <= MOST_WORDS
    ? Number(digit)
    : undefined
}

const CHOICE = 'rating:'

/** The id of the choice that gives this rating. */
export const ratingChoiceId = (rate: number): string => `${CHOICE}${rate}`

/** Of all ratings, from 1. */
export const ratingChoiceIds: readonly string[] = [1, 2, 3].map(ratingChoiceId)

/** The rating that an answer is: a tapped choice of the question, or else what `parseRating` reads in its text. */
export function readRating({
  text,
  choiceId,
}: {
  text: string
  choiceId: string | undefined
}): number | undefined {
  if (choiceId === undefined) return parseRating(text)
  // A choice of the bot's menus is no rating, whatever its number.
  return choiceId.startsWith(CHOICE) ? parseRating(choiceId.slice(CHOICE.length)) : undefined
}

/** Whether a rating of the closed ticket is still taken: the question has left, and not too long ago. */
export const isWaitingForRating = (
  { status, ratingAt, textDueAt }: Pick<Ticket, 'status' | 'ratingAt' | 'textDueAt'>,
  timeoutMinutes: number,
  now: Date,
): boolean =>
  status === 'closed' &&
  textDueAt === null &&
  ratingAt !== null &&
  now.getTime() - ratingAt.getTime() < timeoutMinutes * MINUTE
