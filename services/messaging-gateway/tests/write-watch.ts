import type { TestDatabase } from '@balcao/testkit'

import { SCHEMA } from './support'

/** Writers and lease holders in the database's own order: a fenced write locks the lease's row. */
const WATCH = `
  CREATE TABLE public.writes (seq bigserial, at timestamptz DEFAULT clock_timestamp(), who text, place text, connection_id integer);
  CREATE TABLE public.holders (seq bigserial, at timestamptz DEFAULT clock_timestamp(), name text, owner text, epoch bigint);
  GRANT ALL ON public.writes, public.holders TO PUBLIC;
  GRANT ALL ON SEQUENCE public.writes_seq_seq, public.holders_seq_seq TO PUBLIC;
  CREATE FUNCTION public.note_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO public.writes (who, place, connection_id)
    VALUES (current_setting('balcao.who', true), TG_TABLE_NAME, coalesce(NEW.connection_id, OLD.connection_id));
    RETURN NULL;
  END $$;
  CREATE FUNCTION public.note_holder() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'INSERT' OR NEW.owner IS DISTINCT FROM OLD.owner OR NEW.epoch <> OLD.epoch THEN
      INSERT INTO public.holders (name, owner, epoch) VALUES (NEW.name, NEW.owner, NEW.epoch);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER note AFTER INSERT OR UPDATE ON ${SCHEMA}.session_lease FOR EACH ROW EXECUTE FUNCTION public.note_holder();
  CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON ${SCHEMA}.signal_secrets FOR EACH ROW EXECUTE FUNCTION public.note_write();
  CREATE TRIGGER note AFTER INSERT OR UPDATE ON ${SCHEMA}.signal_journal FOR EACH ROW EXECUTE FUNCTION public.note_write();
  CREATE TRIGGER note AFTER INSERT ON ${SCHEMA}.inbound_messages FOR EACH ROW EXECUTE FUNCTION public.note_write();`

/* Only where processes without sessions accept no requests to send: those would write, too. */
const WATCH_SENDING = `
  CREATE TRIGGER note AFTER UPDATE ON ${SCHEMA}.outbound FOR EACH ROW EXECUTE FUNCTION public.note_write();`

/** Records fenced writes and changes of holders from now on. Processes name themselves in the setting `balcao.who`. */
export async function watchWrites(pg: TestDatabase, options: { sending?: boolean } = {}): Promise<void> {
  await pg.sql(options.sending ? WATCH + WATCH_SENDING : WATCH)
}

/** Writes of a process that did not hold the session’s lease at that moment. */
export const unfencedWrites = (pg: TestDatabase) =>
  pg.sql<{ who: string; place: string; holder: string | null }>(`
    SELECT w.who, w.place, h.owner AS holder FROM public.writes w
    LEFT JOIN LATERAL (
      SELECT owner FROM public.holders h WHERE h.name = 'session:' || w.connection_id AND h.at <= w.at ORDER BY h.seq DESC LIMIT 1
    ) h ON true
    WHERE w.who IS NOT NULL AND w.who <> '' AND w.who IS DISTINCT FROM h.owner LIMIT 20`)
