import type { Language } from '@balcao/contracts'

/** What a contact is told who wants no more campaigns. */
export const optedOutTexts: Readonly<Record<Language, string>> = {
  pt: 'Pronto! Você não receberá mais as nossas campanhas.',
  en: 'Done! You will get no more campaigns from us.',
  es: '¡Listo! No recibirá más campañas nuestras.',
}
