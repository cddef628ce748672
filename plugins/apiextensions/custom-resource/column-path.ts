import { MAX_COLUMN_PATH } from '../../../src/plugin-api/built-in.js';
import { parsePath } from './json-path/parse-path.js';
import { JsonPathError, type PathStep } from './json-path/path-step.js';

/** Parses the path of a column; undefined where it is malformed or longer than paths of columns may be. */
export function parseColumnPath(text: string): readonly PathStep[] | undefined {
  if (text.length > MAX_COLUMN_PATH) return undefined;
  try {
    return parsePath(text);
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}
