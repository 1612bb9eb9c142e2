import { dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es'
import { dictionary as portuguese } from '@zxcvbn-ts/language-pt-br'
import { foldText } from '@balcao/kernel'

import type { CommonPasswords } from '../../features/users/passwords.port'

/* Lists are in order of frequency; rarer words are no better guesses than others. Wikipedia's have clubs and places. */
const COMMON_WORDS = 20_000
const TOPICS = 5_000

/** Lists of zxcvbn (MIT), folded: the 49,000 commonest passwords of many leaks, English words, and words and names of Portuguese and Spanish. */
export const commonPasswords: CommonPasswords = new Set(
  [
    ...common['passwords-common'],
    ...common['diceware-common'],
    ...portuguese['commonWords-pt-br'].slice(0, COMMON_WORDS),
    ...spanish['commonWords-es-es'].slice(0, COMMON_WORDS),
    ...portuguese['wikipedia-pt-br'].slice(0, TOPICS),
    ...spanish['wikipedia-es-es'].slice(0, TOPICS),
    ...portuguese['firstnames-pt-br'],
    ...spanish['firstnames-es-es'],
    ...portuguese['lastnames-pt-br'],
    ...spanish['lastnames-es-es'],
  ].map(foldText),
)
