import { dictionary } from '@zxcvbn-ts/language-common'

import type { CommonPasswords } from '../../features/users/passwords.port'

/** Lists of zxcvbn (MIT), in lower case: the 49,000 commonest passwords of many leaks, and 7,800 common English words. */
export const commonPasswords: CommonPasswords = new Set([
  ...dictionary['passwords-common'],
  ...dictionary['diceware-common'],
])
