import 'i18next'

import type { Words } from './gen/words'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Words
  }
}
