import i18next, { type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'

import { readStored, storageKeys, writeStored } from '../lib/storage'
import titles from './gen/titles.json'
import type { Words } from './gen/words'
import type commonWords from './pt/common.json'

export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

/** One JSON per language and namespace; a route loads its own. */
export type Namespace = keyof Words

/** Each in its own words. */
export const languageNames: Record<Language, string> = { pt: 'Português', en: 'English', es: 'Español' }

/** Words for Intl and `<html lang>`. */
export const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es-419' }

const isLanguage = (value: string): value is Language => languages.some((language) => language === value)

/** `pt-BR`, `pt_PT`, `en` … as one of ours; Portuguese for the rest. */
export const matchLanguage = (tag: string | null): Language => {
  const base = (tag ?? '').slice(0, 2).toLowerCase()
  return isLanguage(base) ? base : 'pt'
}

/* Pages of the menu are named by the titles of their words, and otherwise where the common words say so. */
const nameMenu = (language: Language, common: typeof commonWords) => ({
  ...common,
  menu: { ...titles[language], ...common.menu },
})

const loadJson = async (language: Language, namespace: string): Promise<ResourceKey> => {
  const file = (await import(`./${language}/${namespace}.json`)) as { default: ResourceKey }
  return namespace === 'common' ? nameMenu(language, file.default as typeof commonWords) : file.default
}

const lazyJson = {
  type: 'backend' as const,
  read: (language: Language, namespace: string, done: (error: unknown, data: ResourceKey | null) => void) => {
    loadJson(language, namespace).then(
      (data) => done(null, data),
      (error: unknown) => done(error, null),
    )
  },
}

/** Starts with the stored language (Portuguese without one); resolves once the common words are here. */
export const startI18n = async (wanted: Namespace[] = ['common']): Promise<void> => {
  const language = matchLanguage(readStored(storageKeys.language))
  document.documentElement.lang = locales[language]
  await i18next
    .use(lazyJson)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: [...languages],
      ns: wanted,
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
}

/** Switches the language without a reload and remembers it. */
export const setLanguage = async (language: Language): Promise<void> => {
  await i18next.changeLanguage(language)
  writeStored(storageKeys.language, language)
  document.documentElement.lang = locales[language]
}

export const currentLanguage = (): Language => matchLanguage(i18next.language)

/** Words of a route, fetched beside its code. */
export const loadNamespaces = (...wanted: Namespace[]): Promise<void> => i18next.loadNamespaces(wanted)
