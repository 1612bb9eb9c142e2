import type { TFunction } from 'i18next'

import { locales, type Language } from '../../i18n/i18n'
import type { Viewer } from './use-viewers'

/** `Ana está digitando… · Bia está vendo`; '' without viewers. Who types in one tab is not said to view in another. */
export const formatViewers = (
  viewers: readonly Viewer[],
  t: TFunction<'tickets'>,
  language: Language,
): string => {
  const typing = viewers.filter(({ state }) => state === 'typing')
  const typingIds = new Set(typing.map(({ user }) => user.id))
  const viewing = viewers.filter(({ user }) => !typingIds.has(user.id))
  const describe = (verb: 'typing' | 'viewing', who: readonly Viewer[]) => {
    const names = [...new Set(who.map(({ user }) => user.name))]
    if (names.length === 0) return []
    return [
      t(`viewers.${verb}`, {
        count: names.length,
        names: new Intl.ListFormat(locales[language]).format(names),
      }),
    ]
  }
  return [...describe('typing', typing), ...describe('viewing', viewing)].join(' · ')
}
