import type { ContactView } from '@balcao/contracts'
import { useEffect } from 'react'

import { useDebounced } from '../lib/use-debounced'
import { contactsApi, useSearchContactsQuery } from './contacts.api'
import { useAppDispatch } from './hooks'

/** Fewer letters find too many contacts. */
const MIN_LETTERS = 3

export interface FoundContacts {
  contacts: ContactView[]
  /** The words are long enough to search. */
  isSearching: boolean
  isFetching: boolean
  /** What `contacts` were searched by: the words, some time after the last key. */
  searched: string
}

/** Contacts whose name or number has the words, from three letters on. */
export const useFoundContacts = (words: string): FoundContacts => {
  const searched = useDebounced(words.trim())
  const isSearching = searched.length >= MIN_LETTERS
  const { data = [], isFetching } = useSearchContactsQuery(searched, { skip: !isSearching })
  const dispatch = useAppDispatch()
  // Nobody waits for the answer to words that are no longer there.
  useEffect(
    () => () => dispatch(contactsApi.util.getRunningQueryThunk('searchContacts', searched))?.abort(),
    [dispatch, searched],
  )
  return { contacts: isSearching ? data : [], isSearching, isFetching, searched }
}
