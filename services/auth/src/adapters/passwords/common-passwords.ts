import { dictionary } from '@zxcvbn-ts/language-common'

import type { CommonPasswords } from '../../features/users/passwords.port'

/** The list of zxcvbn (MIT): the 49,000 commonest passwords of many leaks, in lower case. */
export const commonPasswords: CommonPasswords = new Set(dictionary['passwords-common'])
