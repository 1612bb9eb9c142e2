import { testDatabase } from '@balcao/testkit'

import { createUnconnectedServices } from './support/unconnected-services'

/*
 * What is unique within a company says so in its key. A key without the company is a promise over every database that companies may
 * ever be spread over, so each is named here.
 */

/* Numbers of a sequence and random ids are unique as they are made, whichever company's row has them. */
const MADE_UNIQUE = ['id', 'uuid', 'seq']

const UNIQUE_IN_ALL: Readonly<Record<string, string>> = {
  'api_keys (hash)': 'a request brings the key alone',
  'charges (txid)': 'the bank names the charge alone',
  'charges (provider, provider_id)': 'the bank names the charge alone',
  'cloud_accounts (phone_number_id)': 'Meta names the number alone',
  'companies (name_key)': 'names of companies are unique',
  'connections (token_hash)': 'a request brings the token alone',
  'dead_events (consumer, event_id)': 'ids of events are UUIDs',
  'email_changes (user_id)': 'of a user, whose id is unique',
  'lines (connection_id)': 'of a connection, whose id is unique',
  'outbound (connection_id, wa_id)': 'of a connection, whose id is unique',
  'password_codes (user_id, code_hash)': 'of a user, whose id is unique',
  'payment_events (provider, event_id)': 'the bank names the event alone',
  'refresh_tokens (token_hash)': 'a request brings the token alone',
  'reset_codes (user_id)': 'of a user, whose id is unique',
  'sign_up_notices (user_id)': 'of a user, whose id is unique',
  'simulated_charges (txid)': 'the bank names the charge alone',
  'user_queues (user_id, queue_id)': 'of a user, whose id is unique',
  'users (email)': 'people log in with the address alone',
}

it('unique keys of companies’ tables contain the company, but for those that are named', async () => {
  const pg = await testDatabase(createUnconnectedServices().map(({ migrations }) => migrations))
  const keys = await pg.sql<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, k.columns FROM pg_index i
     JOIN pg_class c ON c.oid = i.indrelid AND NOT c.relispartition
     JOIN pg_attribute company ON company.attrelid = c.oid AND company.attname = 'company_id',
     LATERAL (SELECT array_agg(a.attname::text ORDER BY k.position) AS columns FROM unnest(i.indkey) WITH ORDINALITY AS k (number, position)
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number) AS k
     WHERE i.indisunique AND company.attnum <> ALL (i.indkey::smallint[])`,
  )
  const named = keys
    .filter(({ columns }) => !(columns.length === 1 && MADE_UNIQUE.includes(columns.join())))
    .map(({ name, columns }) => `${name} (${columns.join(', ')})`)
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(UNIQUE_IN_ALL).toSorted())
})
