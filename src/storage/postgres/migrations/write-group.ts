/**
 * Returns the function that writes a group: it locks the counter, checks each guard against the newest row of its key, and
 * gives those that hold the next revisions. Keys must be distinct within a group.
 *
 * Its statements have to see what was committed before the lock was granted: it is volatile, and connections are in READ
 * COMMITTED, where each statement of a volatile function has its own snapshot.
 *
 * `known` is a revision the caller has seen. A counter below it means that the database was rolled back; then it continues
 * where no revision can have been, without history.
 */
export function writeGroup(schema: string): string {
  return `
CREATE FUNCTION ${schema}.write_group(
  keys text[], expected bigint[], deletes boolean[], lifetimes bigint[], lengths integer[], payload bytea, known bigint
) RETURNS TABLE (place bigint, written bigint, created bigint, found bigint) LANGUAGE plpgsql AS $body$
#variable_conflict use_column
DECLARE
  base bigint;
  newest bigint;
BEGIN
  SELECT s.revision INTO STRICT base FROM ${schema}.store s WHERE s.id = 1 FOR UPDATE;
  IF base < known THEN
    base := known + 1000000;
    UPDATE ${schema}.store SET revision = base, compacted_revision = base WHERE id = 1;
  END IF;
  RETURN QUERY
  WITH given AS (
    SELECT g.*, sum(coalesce(g.length, 0)) OVER (ORDER BY g.place) - coalesce(g.length, 0) AS start
    FROM unnest(keys, expected, deletes, lifetimes, lengths) WITH ORDINALITY
      AS g(key, expected, is_delete, lifetime, length, place)
  ), compared AS (
    SELECT g.*, h.revision AS head, h.create_revision, CASE WHEN h.deleted THEN 0 ELSE coalesce(h.revision, 0) END AS live
    FROM given g LEFT JOIN LATERAL (
      SELECT r.revision, r.deleted, r.create_revision FROM ${schema}.record r
      WHERE r.key = g.key ORDER BY r.revision DESC LIMIT 1
    ) h ON true
  ), good AS (
    SELECT c.*, base + row_number() OVER (ORDER BY c.place) AS revision FROM compared c WHERE c.live = c.expected
  ), inserted AS (
    INSERT INTO ${schema}.record (revision, key, create_revision, previous_revision, deleted, expires_at, value)
    SELECT g.revision, g.key, CASE WHEN g.live = 0 THEN g.revision ELSE g.create_revision END, coalesce(g.head, 0),
      g.is_delete, (extract(epoch FROM clock_timestamp()) * 1000)::bigint + g.lifetime,
      CASE WHEN g.length IS NULL THEN (SELECT r.value FROM ${schema}.record r WHERE r.revision = g.head)
        ELSE substring(payload FROM g.start::integer + 1 FOR g.length) END
    FROM good g
  )
  SELECT c.place, g.revision, CASE WHEN g.live = 0 THEN g.revision ELSE g.create_revision END, c.live
  FROM compared c LEFT JOIN good g ON g.place = c.place;
  SELECT max(r.revision) INTO newest FROM ${schema}.record r WHERE r.revision > base;
  IF newest IS NOT NULL THEN
    UPDATE ${schema}.store SET revision = newest WHERE id = 1;
    PERFORM pg_notify('${schema}', newest::text);
  END IF;
END $body$`;
}

/**
 * Returns the function that deletes some of what the revisions up to a limit have replaced, and returns how far it has
 * come. Each row names the one it replaced. Servers that compact at the same time take turns, and share the work.
 */
export function purgeSome(schema: string): string {
  return `
CREATE FUNCTION ${schema}.purge_some(target bigint, most integer) RETURNS bigint LANGUAGE plpgsql AS $body$
DECLARE
  start bigint;
  reached bigint;
BEGIN
  SELECT p.value INTO STRICT start FROM ${schema}.property p WHERE p.name = 'purged_revision' FOR UPDATE;
  IF start >= target THEN RETURN start; END IF;
  SELECT CASE WHEN count(*) < most THEN target ELSE max(n.revision) END INTO reached FROM (
    SELECT r.revision FROM ${schema}.record r WHERE r.revision > start AND r.revision <= target
    ORDER BY r.revision LIMIT most
  ) n;
  DELETE FROM ${schema}.record d WHERE d.revision IN (
    SELECT r.previous_revision FROM ${schema}.record r WHERE r.revision > start AND r.revision <= reached
    UNION ALL
    SELECT r.revision FROM ${schema}.record r WHERE r.revision > start AND r.revision <= reached AND r.deleted
  );
  UPDATE ${schema}.property SET value = reached WHERE name = 'purged_revision';
  RETURN reached;
END $body$`;
}
