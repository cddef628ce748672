import { type NameRule, isPathSegmentName, isPathSegmentPrefix } from '../../../src/plugin-api/built-in.js';

/** Returns how roles and bindings may be named: whatever fits into a path. */
export const rbacNameRule: NameRule = (name, isPrefix) =>
  isPrefix ? isPathSegmentPrefix(name) : isPathSegmentName(name);
