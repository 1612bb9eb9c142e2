import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * The words of a closed ticket in one row, each behind its company's id: `12:pedido` (decision 192). A ticket has rows in `ticket_words`
 * or this one; when it is opened again they are rows, each with the number of its messages that have the word.
 *
 * Row-level security forbids the service's role the GIN index, so `list_closed_tickets` reads it as the owner, who is therefore not bound
 * by the policy (NO FORCE). It takes the company of the transaction, and no other one. `company_id + 0`: the index of the primary key
 * cannot serve it.
 */
export const createClosedTicketWords: Migration = {
  name: '20261129T190000-create-closed-ticket-words',
  up: `
    CREATE TABLE closed_ticket_words (
      company_id integer NOT NULL,
      ticket_id integer NOT NULL,
      words tsvector NOT NULL,
      PRIMARY KEY (company_id, ticket_id),
      FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
    );
    CREATE INDEX closed_ticket_words_by_word ON closed_ticket_words USING gin (words) WITH (fastupdate = off);
    ${protectTenantTable('closed_ticket_words')}
    ALTER TABLE closed_ticket_words NO FORCE ROW LEVEL SECURITY;

    CREATE FUNCTION list_closed_tickets(prefixes text[], most integer) RETURNS SETOF integer
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT SET enable_seqscan = off ROWS 500 AS $$
      SELECT ticket_id FROM closed_ticket_words, (
        SELECT nullif(current_setting('app.company_id', true), '')::int AS id, (SELECT string_agg(
          '''' || current_setting('app.company_id', true) || ':' || replace(replace(p, '\\', '\\\\'), '''', '''''') || ''':*', ' & ')
          FROM unnest(prefixes) p)::tsquery AS query OFFSET 0) AS own
      WHERE company_id + 0 = own.id AND words @@ own.query LIMIT most
    $$;

    -- Answers how many words it made rows.
    CREATE FUNCTION unpack_words(company integer, ticket integer) RETURNS bigint
    LANGUAGE sql SET search_path FROM CURRENT AS $$
      WITH packed AS (DELETE FROM closed_ticket_words WHERE company_id = company AND ticket_id = ticket RETURNING ticket_id),
      made AS (INSERT INTO ticket_words (company_id, ticket_id, word, uses)
      SELECT company, ticket, w.word, count(*) FROM packed JOIN messages m ON m.company_id = company AND m.ticket_id = ticket,
        unnest(m.words) AS w (word) GROUP BY w.word ORDER BY w.word
      ON CONFLICT (company_id, ticket_id, word) DO UPDATE SET uses = excluded.uses RETURNING 1)
      SELECT count(*) FROM made
    $$;

    CREATE FUNCTION unpack_words_of_ticket() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      PERFORM unpack_words(NEW.company_id, NEW.id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER tickets_reopened AFTER UPDATE OF status ON tickets FOR EACH ROW
      WHEN (OLD.status = 'closed' AND NEW.status <> 'closed') EXECUTE FUNCTION unpack_words_of_ticket();`,
}
