/**
 * SQL that puts row-level security behind a table with a `company_id`: rows of the transaction's company only
 * (`withTenant`), of every company with `asPlatform`, none without either. FORCE binds the owner too.
 *
 * NOTE: behind a policy Postgres uses an index only for leakproof operators (`=`, `<`, `>=` on ints, text, times);
 * `LIKE`, `@@` and array or jsonb operators become filters. Search words by range: `word >= $1 AND word < $2`.
 */
export function protectTenantTable(table: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(table)) throw new TypeError(`Not a table name: ${table}`)
  // The sub-selects are evaluated once per query, not once per row.
  const mayTouch = `company_id = (SELECT nullif(current_setting('app.company_id', true), '')::int)
    OR (SELECT current_setting('app.scope', true)) = 'platform'`
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY ${table}_tenant ON ${table} USING (${mayTouch}) WITH CHECK (${mayTouch});`
}
