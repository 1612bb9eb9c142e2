import type { Migration } from '@balcao/kernel'

/* Contacts are found by any part of a word: the ends of the words that are there, as `listWordEnds` makes them. */
export const growContactWords: Migration = {
  name: '20261122T210000-grow-contact-words',
  up: `
    INSERT INTO contact_words (company_id, contact_id, word)
      SELECT w.company_id, w.contact_id, substr(w.word, s.first) FROM contact_words w, generate_series(2, 31) AS s (first)
      WHERE s.first <= length(w.word) - 2 ON CONFLICT DO NOTHING;`,
}
