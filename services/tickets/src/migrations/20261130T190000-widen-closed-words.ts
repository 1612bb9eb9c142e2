import type { Migration } from '@balcao/kernel'

/*
 * The functions of `closed_ticket_words`, for ids of tickets that are bigint. Installations that are older than 6.2 have
 * `list_closed_tickets` and another `unpack_words`, of integers, which 6.1 calls.
 *
 * Row-level security forbids the service's role the GIN index, so `find_closed_tickets` reads it as the owner. It takes the company of the
 * transaction, and no other one. `company_id + 0`: the index of the primary key cannot serve it.
 */
export const widenClosedWords: Migration = {
  name: '20261130T190000-widen-closed-words',
  up: `
    CREATE FUNCTION find_closed_tickets(prefixes text[], most integer) RETURNS SETOF bigint
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT SET enable_seqscan = off ROWS 500 AS $$
      SELECT ticket_id::bigint FROM closed_ticket_words, (
        SELECT nullif(current_setting('app.company_id', true), '')::int AS id, (SELECT string_agg(
          '''' || current_setting('app.company_id', true) || ':' || replace(replace(p, '\\', '\\\\'), '''', '''''') || ''':*', ' & ')
          FROM unnest(prefixes) p)::tsquery AS query OFFSET 0) AS own
      WHERE company_id + 0 = own.id AND words @@ own.query LIMIT most
    $$;

    -- Answers how many words it made rows.
    CREATE FUNCTION unpack_words(company integer, ticket bigint) RETURNS bigint
    LANGUAGE sql SET search_path FROM CURRENT AS $$
      WITH packed AS (DELETE FROM closed_ticket_words WHERE company_id = company AND ticket_id = ticket RETURNING ticket_id),
      made AS (INSERT INTO ticket_words (company_id, ticket_id, word, uses)
      SELECT company, ticket, w.word, count(*) FROM packed JOIN messages m ON m.company_id = company AND m.ticket_id = ticket,
        unnest(m.words) AS w (word) GROUP BY w.word ORDER BY w.word
      ON CONFLICT (company_id, ticket_id, word) DO UPDATE SET uses = excluded.uses RETURNING 1)
      SELECT count(*) FROM made
    $$;`,
}
