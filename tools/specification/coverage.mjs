import { idsIn } from './named-requirements.mjs';

/** The states in which a passing test names a requirement. */
const SHOWN = new Set(['covered', 'partial']);

/** A test that names more asserts too little of each. */
const MAX_IDS = 3;

/** Finds disagreements between the requirements and the tests that name them; each text includes the fix. */
export function findFaults(areas, proven) {
  const rows = areas.flatMap(({ rows: ofArea }) => ofArea);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = [...proven.keys()].filter((id) => !known.has(id));
  return [
    ...unknown.map((id) => `${id}: a test names it, but there is no such requirement`),
    ...rows.flatMap((row) => faultsOf(row, proven.get(row.id))),
    ...crowdedNames(proven).map((name) => `a test names more than ${MAX_IDS} requirements: ${name}`),
    ...areas.filter(isWithoutTest).map(({ title }) => `${title}: nothing of this area is covered; write a test`),
  ];
}

function faultsOf({ id, text, state }, { passed = [], failed = [] } = {}) {
  if (failed.length > 0) return failed.map((name) => `${id}: its test fails: ${name}`);
  const isShown = SHOWN.has(state);
  if (isShown && passed.length === 0) return [`${id}: no passing test names it any more (${text})`];
  if (!isShown && passed.length > 0) {
    return [`${id}: a test proves it, but it is listed as ${state}; run npm run coverage:spec -- --update`];
  }
  return [];
}

function crowdedNames(proven) {
  const names = [...proven.values()].flatMap(({ passed = [], failed = [] }) => [...passed, ...failed]);
  return [...new Set(names)].filter((name) => idsIn(name).length > MAX_IDS);
}

/** Reports whether an area has something to show and shows none of it. */
function isWithoutTest({ rows }) {
  return rows.some(({ state }) => state === 'open') && !rows.some(({ state }) => SHOWN.has(state));
}

/**
 * Returns the requirements with those covered that a passing test names and no failing one does. A partial one stays
 * partial: only its author knows when nothing is missing any more. Notes go with the state they explain.
 */
export function updated(areas, proven) {
  return areas.map(({ title, rows }) => ({ title, rows: rows.map((row) => updatedRow(row, proven.get(row.id))) }));
}

function updatedRow(row, { passed = [], failed = [] } = {}) {
  const isProven = passed.length > 0 && failed.length === 0;
  if (isProven) return row.state === 'partial' ? row : { ...row, state: 'covered', note: '' };
  return SHOWN.has(row.state) ? { ...row, state: 'open' } : row;
}

/** Returns how many requirements are in each state. */
export function countStates(rows) {
  const counts = { covered: 0, partial: 0, open: 0, unbuilt: 0, untestable: 0 };
  for (const { state } of rows) counts[state]++;
  return counts;
}
