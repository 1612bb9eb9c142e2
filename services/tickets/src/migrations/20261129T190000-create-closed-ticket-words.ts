import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * The words of a closed ticket in one row, each behind its company's id: `12:pedido` (decision 192). A ticket has rows in `ticket_words`
 * or this one; when it is opened again they are rows, each with the number of its messages that have the word. What is executed as the
 * owner, who is therefore not bound by the policy (NO FORCE), is made by `20261130T190000-widen-closed-words`.
 */
export const createClosedTicketWords: Migration = {
  name: '20261129T190000-create-closed-ticket-words',
  up: `
    CREATE TABLE closed_ticket_words (
      company_id integer NOT NULL,
      ticket_id bigint NOT NULL,
      words tsvector NOT NULL,
      PRIMARY KEY (company_id, ticket_id),
      FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
    );
    CREATE INDEX closed_ticket_words_by_word ON closed_ticket_words USING gin (words) WITH (fastupdate = off);
    ${protectTenantTable('closed_ticket_words')}
    ALTER TABLE closed_ticket_words NO FORCE ROW LEVEL SECURITY;

    CREATE FUNCTION unpack_words_of_ticket() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      PERFORM unpack_words(NEW.company_id, NEW.id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER tickets_reopened AFTER UPDATE OF status ON tickets FOR EACH ROW
      WHEN (OLD.status = 'closed' AND NEW.status <> 'closed') EXECUTE FUNCTION unpack_words_of_ticket();`,
}
