import { foldText } from './fold-text'

/** What a contact says to a campaign's message: yes or no to its question, or that they want no further campaign. */
export const campaignAnswerMeanings = ['yes', 'no', 'opt-out'] as const
export type CampaignAnswerMeaning = (typeof campaignAnswerMeanings)[number]

const YES =
  'sim s si yes y yeah yep sure ok okay claro quero quiero aceito acepto confirmo confirmado confirm confirmed pode puede certeza com manda mandar envia enviar 👍 ✅ ✔ 👌'
const NO = 'nao n no not nope nah 👎 ❌ ✖ 🚫'
/* Neither yes nor no by themselves. */
const POLITE =
  'por favor pf pfv obrigado obrigada obg gracias thanks thank you please muito eu i que bom boa dia tarde noite oi ola'

/* Without accents and punctuation, and with each letter once: `Siiim!` is `sim`. */
const listWords = (text: string): string[] =>
  foldText(text)
    .replace(/[\u{1F3FB}-\u{1F3FF}]+/gu, '')
    .replace(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/gu, ' ')
    .replace(/\p{Extended_Pictographic}/gu, ' $& ')
    .replace(/(\p{L}|\p{Extended_Pictographic} )\1+/gu, '$1')
    .split(' ')
    .filter((word) => word !== '')

const yes = new Set(listWords(YES))
const no = new Set(listWords(NO))
const polite = new Set(listWords(POLITE))

const MOST_WORDS = 6

const isOptOut = (words: readonly string[], optOutWords: readonly string[]): boolean => {
  const said = words.filter((word) => !polite.has(word)).join(' ')
  return optOutWords.some((word) => {
    const wanted = listWords(word).join(' ')
    return wanted !== '' && (wanted === said || wanted === words.join(' '))
  })
}

/**
 * What an answer to a campaign's message means. Only short texts that say nothing else are a yes or a no, and only where the
 * message asked; undefined: anything else, which is for people.
 */
export function readCampaignAnswer(
  body: string,
  { asks, optOutWords }: { asks: boolean; optOutWords: readonly string[] },
): CampaignAnswerMeaning | undefined {
  // A longer text is none of these, and is not split.
  if (body.length > 100) return undefined
  const words = listWords(body)
  if (isOptOut(words, optOutWords)) return 'opt-out'
  if (!asks || words.length === 0 || words.length > MOST_WORDS) return undefined
  if (!words.every((word) => yes.has(word) || no.has(word) || polite.has(word))) return undefined
  if (words.some((word) => no.has(word))) return 'no'
  return words.some((word) => yes.has(word)) ? 'yes' : undefined
}
