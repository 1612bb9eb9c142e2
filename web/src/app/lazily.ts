import { lazy, type ComponentType } from 'react'

import { loadNamespaces, type Namespace } from '../i18n/i18n'

/** A lazy page with its translations: code and JSON are fetched in parallel. */
export const lazily = ({
  load,
  words,
}: {
  load: () => Promise<ComponentType>
  words: readonly Namespace[]
}) =>
  lazy(async () => {
    const [Screen] = await Promise.all([load(), loadNamespaces(...words)])
    return { default: Screen }
  })
