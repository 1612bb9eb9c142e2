-- Fills the schema `tickets`, and the first company's user list. Expects the temporary table `size`. Row n of everything is
-- computed from n, so that two runs make the same desk. Words follow Zipf's law over 20,000 syllable words, as those of a
-- language do.

-- name: words and companies
CREATE TEMP TABLE vocabulary AS
  SELECT n AS rank, string_agg(s.syllable, '' ORDER BY d.place) AS word
  FROM generate_series(1, 20000) n, generate_series(0, 3) d (place),
    LATERAL (SELECT (ARRAY['ba','ce','di','fo','gu','la','me','ni','po','ru','sa','te','vi','xo','zu','qua','bra','cre','tri','plo'])
      [1 + ((n * 7919) / (20 ^ d.place)::int) % 20] AS syllable) s
  GROUP BY n;
CREATE UNIQUE INDEX ON vocabulary (rank);
-- A sentence is a row of 20,000 prepared ones, of 2 to 11 words.
CREATE TEMP TABLE sentences AS
  SELECT s.n, string_agg(v.word, ' ') AS text, array_agg(DISTINCT v.word) AS words
  FROM (SELECT n, k, floor(exp(random() * ln(20000)))::int AS rank
        FROM generate_series(0, 199999) n, generate_series(1, 11) k WHERE k <= 2 + n % 10) s
  JOIN vocabulary v ON v.rank = s.rank GROUP BY s.n;
CREATE UNIQUE INDEX ON sentences (n);
CREATE TEMP TABLE companies AS
  SELECT c AS place, CASE c WHEN 1 THEN 1 ELSE 900 + c END AS id, CASE c WHEN 1 THEN 1 ELSE 900 + c END AS connection,
    greatest(1, (size.tickets * size.shares[c])::int) AS tickets, greatest(1, (size.tickets * size.shares[c] / 4)::int) AS contacts
  FROM size, generate_series(1, cardinality(size.shares)) c;
INSERT INTO connections SELECT id, connection, 'WhatsApp ' || id, 'CONNECTED', true, '{}', false, now() FROM companies WHERE id > 900;
INSERT INTO queues (id, company_id, name, name_key, color, color_key, greeting_message, out_of_hours_message, order_queue)
  SELECT 9000 + c.id * 10 + q, c.id, 'Fila ' || q, 'fila ' || q, '#00' || c.place || q || '00', '#00' || c.place || q || '00', '', '', q
  FROM companies c, generate_series(1, 4) q;
INSERT INTO tags (id, company_id, name, name_key, color, kanban)
  SELECT 9000 + c.id * 20 + g, c.id, 'Marca ' || g, 'marca ' || g, '#123456', 0 FROM companies c, generate_series(1, 12) g;
INSERT INTO directory_users (company_id, user_id, name, email, profile, super, active, all_ticket, queue_ids, token_version)
  SELECT c.id, 9000 + c.id * 20 + u, 'Agente ' || u, c.id || '-' || u || '@bench.local', 'user', false, true, true, '{}', 0
  FROM companies c, generate_series(1, 16) u;

-- First names and surnames with about their share of Brazil's population (IBGE's census of 2010, rounded): a third of all
-- contacts has one of six first names, and Silva is in one name of eight. The rest are the vocabulary's words.
CREATE TEMP TABLE people (kind text, name text, share float);
INSERT INTO people VALUES
  ('first','Maria',0.14),('first','José',0.07),('first','Ana',0.05),('first','João',0.04),('first','Antônio',0.03),('first','Francisco',0.02),
  ('first','Carlos',0.016),('first','Paulo',0.014),('first','Pedro',0.012),('first','Lucas',0.012),('first','Luiz',0.011),('first','Marcos',0.011),
  ('first','Luís',0.010),('first','Gabriel',0.010),('first','Rafael',0.009),('first','Daniel',0.008),('first','Marcelo',0.008),('first','Karina',0.004),
  ('last','Silva',0.125),('last','Santos',0.08),('last','Oliveira',0.05),('last','Souza',0.04),('last','Lima',0.025),('last','Pereira',0.025),
  ('last','Ferreira',0.022),('last','Costa',0.022),('last','Rodrigues',0.02),('last','Almeida',0.018),('last','Nascimento',0.016),('last','Alves',0.015);
CREATE TEMP TABLE shares AS
  SELECT kind, name, sum(share) OVER w - share AS low, sum(share) OVER w AS high FROM people
  WINDOW w AS (PARTITION BY kind ORDER BY share DESC, name);

-- name: contacts
INSERT INTO contacts (id, company_id, name, name_key, named_by, number, created_at, updated_at)
  SELECT 100000 + c.place * 1000000 + n, c.id, v.name, translate(lower(v.name), 'áãâéêíóõôúç', 'aaaeeiooouc'), 'customer', '55119' || lpad((n * 37 % 100000000)::text, 8, '0'),
    now() - size.span * (1 - n::float / c.contacts), now()
  FROM size, companies c, generate_series(1, c.contacts) n,
    LATERAL (SELECT
        coalesce((SELECT name FROM shares WHERE kind = 'first' AND low <= (n * 7919 % 10007) / 10007.0 AND (n * 7919 % 10007) / 10007.0 < high),
          initcap(a.word)) || ' ' || initcap(b.word) || ' ' ||
        coalesce((SELECT name FROM shares WHERE kind = 'last' AND low <= (n * 6101 % 10009) / 10009.0 AND (n * 6101 % 10009) / 10009.0 < high),
          initcap(d.word)) AS name
      FROM vocabulary a, vocabulary b, vocabulary d
      WHERE a.rank = 1 + (n * 17) % 200 AND b.rank = 201 + (n * 31) % 1500 AND d.rank = 2001 + (n * 101) % 6000) v;
INSERT INTO contact_identities SELECT company_id, 'phone', number, id FROM contacts WHERE id > 1000000 ON CONFLICT DO NOTHING;
INSERT INTO contact_words
  SELECT DISTINCT company_id, id, substr(word, first) FROM contacts, LATERAL unnest(string_to_array(name_key, ' ')
    || ARRAY[number, left(number, 4) || substr(number, 6)]) AS w (word), generate_series(1, greatest(1, length(word) - 2)) AS s (first)
  WHERE id > 1000000 ORDER BY 1, 2, 3;

-- name: tickets
-- The newest 2 % are open and 1 % pending, each of another contact. One ticket of each company has 2,000 messages.
INSERT INTO tickets (id, uuid, company_id, contact_id, connection_id, status, user_id, queue_id, is_group, unread_messages,
    message_seq, version, created_at, updated_at, closed_at)
  SELECT c.place * 1000000 + n, gen_random_uuid(), c.id, 100000 + c.place * 1000000 + 1 + n % c.contacts, c.connection, s.status,
    CASE WHEN s.status = 'pending' THEN NULL WHEN c.id = 1 AND n % 10 < 2 THEN 2 + n % 2 ELSE 9001 + c.id * 20 + n % 16 END,
    CASE WHEN n % 7 = 0 THEN NULL WHEN c.id = 1 AND n % 3 = 0 THEN 1 + n % 2 ELSE 9001 + c.id * 10 + n % 4 END,
    false, CASE s.status WHEN 'closed' THEN 0 ELSE n % 3 END,
    CASE WHEN n = c.tickets - 5 THEN 2000
      ELSE greatest(1, ceil(-ln(1 - ((n * 7919) % 10007) / 10007.0) * (size.messages::float / size.tickets - 0.5))) END,
    1, s.at - interval '3 hours', s.at, CASE s.status WHEN 'closed' THEN s.at END
  FROM size, companies c, generate_series(1, c.tickets) n,
    LATERAL (SELECT now() - size.span * (1 - n::float / c.tickets) - interval '1 minute' AS at,
      CASE WHEN n > c.tickets * 0.98 THEN 'open' WHEN n > c.tickets * 0.97 THEN 'pending' ELSE 'closed' END AS status) s;
-- Tag 1 is on every third ticket, tag 12 on a few.
INSERT INTO ticket_tags
  SELECT t.company_id, t.id, 9001 + t.company_id * 20 FROM tickets t WHERE t.id > 1000000 AND t.id % 3 = 0
  UNION ALL
  SELECT t.company_id, t.id, 9012 + t.company_id * 20 FROM tickets t WHERE t.id > 1000000 AND t.id % 4001 = 0;

-- name: trackings, ratings and quick messages
-- A service begins 1 to 60 minutes after its ticket, and every third one is rated.
INSERT INTO ticket_trackings (company_id, ticket_id, connection_id, queue_id, user_id, queued_at, started_at, finished_at)
  SELECT company_id, id, connection_id, queue_id, user_id, created_at,
    CASE WHEN status <> 'pending' THEN created_at + interval '1 minute' * (1 + id % 60) END, closed_at
  FROM tickets WHERE id > 1000000;
INSERT INTO user_ratings (company_id, ticket_id, user_id, rate, created_at)
  SELECT company_id, id, user_id, 1 + id % 3, closed_at FROM tickets
  WHERE id > 1000000 AND id % 3 = 0 AND status = 'closed' AND user_id IS NOT NULL;
INSERT INTO quick_messages (company_id, user_id, shortcode, shortcode_key, message, search_text, is_company_wide, is_active)
  SELECT c.id, 2, v.word || k, v.word || k, s.text, v.word || k || ' ' || s.text, k % 5 > 0, true
  FROM companies c, generate_series(1, 1000) k JOIN vocabulary v ON v.rank = k JOIN sentences s ON s.n = k;
-- 200 people in the first company's user list; they log in nowhere.
INSERT INTO auth.users (id, company_id, name, email, password_hash, profile)
  SELECT 10000 + k, 1, 'Pessoa ' || initcap(v.word), 'pessoa' || k || '@bench.local', '', 'user'
  FROM generate_series(1, 200) k JOIN vocabulary v ON v.rank = k;

-- name: messages
CREATE TEMP TABLE written AS
  SELECT t.company_id, t.connection_id, t.id AS ticket_id, k.seq, (hashint8(t.id::bigint * 4096 + k.seq) & 2147483647) % 200000 AS sentence,
    (k.seq + t.id) % 2 = 0 AS from_me, t.updated_at - interval '3 hours' * (1 - k.seq::float / t.message_seq) AS at,
    md5(t.id || ':' || k.seq) AS hash, t.status <> 'closed' AND k.seq > t.message_seq - t.unread_messages AS unread, t.user_id, t.queue_id,
    t.contact_id
  FROM tickets t, generate_series(1, t.message_seq) AS k (seq) WHERE t.id > 1000000;
ALTER TABLE written ADD id uuid;
UPDATE written SET id = (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || left(hash, 3) || 'b' || right(hash, 15))::uuid;
INSERT INTO messages (id, company_id, ticket_id, seq, connection_id, remote_jid, from_me, wa_id, source, kind, preview, ack, read,
    user_id, queue_id, created_at, updated_at, words)
  SELECT w.id, w.company_id, w.ticket_id, w.seq, w.connection_id, w.contact_id || '@s.whatsapp.net', w.from_me, '3EB0' || upper(left(w.hash, 18)),
    CASE WHEN w.from_me THEN 'agent' ELSE 'customer' END, 'chat', s.text, CASE WHEN w.from_me THEN 3 ELSE 0 END, NOT w.unread OR w.from_me,
    CASE WHEN w.from_me THEN w.user_id END, w.queue_id, w.at, w.at, s.words
  FROM written w JOIN sentences s ON s.n = w.sentence ORDER BY w.id;

-- name: message documents
INSERT INTO message_documents (company_id, id, body, created_at)
  SELECT w.company_id, w.id, json_build_object('body', s.text, 'vcard', '', 'senderName', ''), w.at
  FROM written w JOIN sentences s ON s.n = w.sentence ORDER BY w.company_id, w.id;

-- name: words of tickets
-- Packed as tickets.pack-words leaves them.
CREATE TEMP TABLE words_of_tickets AS
  SELECT w.company_id, w.ticket_id, v.word, count(*) AS uses, bool_and(t.status = 'closed' AND t.closed_at < now() - interval '1 day') AS is_packed
  FROM written w JOIN tickets t ON t.id = w.ticket_id JOIN sentences s ON s.n = w.sentence, LATERAL unnest(s.words) AS v (word)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
INSERT INTO ticket_words SELECT company_id, ticket_id, word, uses FROM words_of_tickets WHERE NOT is_packed;
INSERT INTO closed_ticket_words
  SELECT company_id, ticket_id, array_to_tsvector(array_agg(company_id || ':' || word)) FROM words_of_tickets WHERE is_packed
  GROUP BY 1, 2 ORDER BY 1, 2;

-- name: last messages
UPDATE tickets t SET last_message_id = m.id, last_message = m.preview, last_message_from_me = m.from_me, last_message_ack = m.ack,
    last_message_at = m.created_at
  FROM messages m WHERE t.id > 1000000 AND m.company_id = t.company_id AND m.ticket_id = t.id AND m.seq = t.message_seq;
-- Far apart: `bare.mjs` tells new tickets and new contacts by their ids.
SELECT setval(pg_get_serial_sequence('tickets', 'id'), greatest(9000000, (SELECT max(id) FROM tickets))),
  setval(pg_get_serial_sequence('contacts', 'id'), greatest(50000000, (SELECT max(id) FROM contacts)));
