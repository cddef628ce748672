/**
 * The limits of accepted input, output and work, in one place: everything that grows with client input is limited here,
 * with its own error response. Limits that an operator sets are options (`--max-object-bytes`,
 * `--max-requests-inflight`); those of headers and connections are defined with the listener. docs/security.md lists
 * them all with their responses.
 */

/** Largest body that is read, in bytes; 413 beyond (upstream: MaxRequestBodyBytes). */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Deepest nesting of JSON and YAML that is read; 400 beyond (upstream: encoding/json and yaml read as deep). */
export const MAX_DEPTH = 10_000;

/**
 * How deep structs of an object may nest; 400 beyond. Only types that contain themselves, such as schemas, get there: all
 * that is done with them walks down struct by struct.
 */
export const MAX_STRUCT_DEPTH = 250;

/**
 * How many values one body may hold: members of objects and elements of lists, in sum; 413 beyond. Many small values cost
 * more than their bytes: each is kept, defaulted, checked, owned and written separately.
 */
export const MAX_VALUES = 150_000;

/**
 * How many marks of a YAML body may stand for values, a cheap bound for what its parser would have to do; 413 beyond. Texts
 * inside it have such marks too, so there may be many more than values.
 */
export const MAX_YAML_MARKS = 600_000;

/**
 * How many structs one body may hold, in lists, maps and alone; 413 beyond. Each gets defaults and is checked: many empty
 * ones would cost much more than the bytes they came in. The largest object that can be stored has fewer in practice.
 */
export const MAX_STRUCTS = 50_000;

/** How many characters aliases may add to a YAML document; 400 beyond. Twice what a body may have. */
export const MAX_ALIASED_LENGTH = 2 * MAX_BODY_BYTES;

/** Most operations of one JSON patch; 413 beyond (upstream: maxJSONPatchOperations). */
export const MAX_JSON_PATCH_OPERATIONS = 10_000;

/** How much the copies of one JSON patch may add in sum, as JSON; 422 beyond (upstream: JSONPatchMaxCopyBytes). */
export const MAX_COPIED_BYTES = 3 * 1024 * 1024;

/** By how many places one JSON patch may move list elements in sum, as inserting one before others does; 422 beyond. */
export const MAX_MOVED_ELEMENTS = 50_000_000;

/** How many faults of one object are looked for; the check ends there with those it has found (422). */
export const MAX_FIELD_ERRORS = 1_000;

/** Maximum number of unknown and duplicate members of a body that are reported, as warnings or in one error. */
export const MAX_STRICT_PROBLEMS = 100;

/** How many characters of one value an error shows. Values of everyday size are shown whole, as clients match them. */
export const MAX_SHOWN_VALUE = 8 * 1024;

/** How many characters of the place of a fault an error shows: keys of maps are part of it. */
export const MAX_SHOWN_FIELD = 2 * 1024;

/** How many characters the message of a Status has, and how many all its causes have in sum. */
export const MAX_SHOWN_IN_SUM = 20 * 1024;

/** Values that defaults of a schema may add to one object; 413 beyond. */
export const MAX_DEFAULTED_VALUES = 50_000;

/** Characters, as JSON, that defaults of a schema may add to one object; 413 beyond. */
export const MAX_DEFAULTED_CHARACTERS = 3 * 1024 * 1024;

/** The same for an object that is stored already: beyond, it is shown as it is stored. */
export const MAX_COMPLETED_CHARACTERS = 64 * 1024;

/** How often values of one object are checked by a schema of `anyOf`, `oneOf`, `allOf` or `not`; 422 beyond. */
export const MAX_ALTERNATIVE_CHECKS = 500_000;

/** Instructions of a pattern times characters of a text that it is matched with; 422 beyond. One match cannot be interrupted. */
export const MAX_MATCH_STEPS = 20_000_000;

/**
 * Milliseconds that long patterns may take for one object, besides `MATCH_MS_PER_CHARACTER` for each character; 422 beyond,
 * if they also have as many steps as `MIN_COSTLY_STEPS`: a machine that stands still is no fault of an object.
 */
export const MAX_MATCH_MS = 300;

/** Steps of patterns, instructions times characters, that take less than `MAX_MATCH_MS` wherever they run undisturbed. */
export const MIN_COSTLY_STEPS = 3_000_000;

/** Milliseconds for each character of a text that is matched: the slowest simple patterns take 0.0002. */
export const MATCH_MS_PER_CHARACTER = 0.0005;

/**
 * Values that the path of one cell of a table may visit; a cell beyond shows nothing.
 *
 * @internal
 * @example
 * const isTooMany = (visits: number) => visits > MAX_CELL_VISITS;
 */
export const MAX_CELL_VISITS = 10_000;

/** Values that the cells of one answer may visit in sum, not counting the first `FREE_CELL_VISITS` of each. */
export const MAX_TABLE_VISITS = 2_000_000;

/**
 * Values that each cell of a table may visit, whatever the others have visited: more than paths of everyday columns do.
 *
 * @internal
 * @example
 * const isFree = (visits: number) => visits <= FREE_CELL_VISITS;
 */
export const FREE_CELL_VISITS = 100;

/** Characters of one cell of a table; a longer one shows nothing. */
export const MAX_CELL_CHARACTERS = 32 * 1024;

/** Characters that the cells of one answer may have in sum, not counting those of cells up to `FREE_CELL_CHARACTERS`. */
export const MAX_TABLE_CHARACTERS = 16 * 1024 * 1024;

/** Characters of a cell that count for nothing: those of everyday cells. */
export const FREE_CELL_CHARACTERS = 1024;

/** Cells of one answer that are made; further ones show nothing. */
export const MAX_TABLE_CELLS = 5_000_000;

/**
 * Characters of the path of a column; the cells of a longer one show nothing.
 *
 * @internal
 * @example
 * const isTooLong = (path: string) => path.length > MAX_COLUMN_PATH;
 */
export const MAX_COLUMN_PATH = 2 * 1024;

/** Characters all warnings of an answer may have in sum before they are cut (upstream: truncateAtTotalRunes). */
export const MAX_WARNING_RUNES = 4096;

/** Characters left of each warning once that is so (upstream: truncateItemRunes). */
export const MAX_CUT_WARNING_RUNES = 256;
