import type { Migration } from '@balcao/kernel'

/*
 * A trigger counts, so that every statement does: row locks order the changes of a row and their
 * revisions.
 */
export const countRevisions: Migration = {
  name: '20261122T020100-count-revisions',
  up: `
    ALTER TABLE users ADD COLUMN revision integer NOT NULL DEFAULT 1;
    ALTER TABLE companies ADD COLUMN revision integer NOT NULL DEFAULT 1;
    CREATE FUNCTION count_revision() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.revision := OLD.revision + 1;
      RETURN NEW;
    END $$;
    CREATE TRIGGER count_revision BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION count_revision();
    CREATE TRIGGER count_revision BEFORE UPDATE ON companies FOR EACH ROW EXECUTE FUNCTION count_revision();`,
}
