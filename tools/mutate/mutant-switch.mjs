const state = globalThis.mutation ?? { active: 0, hits: [], calls: 0, limit: Infinity };

/**
 * Reports whether a mutant is the one that is tried. Instrumented sources ask at each place that has mutants. A mutant
 * that asks without end is stopped by an error.
 */
export function isMutant(id) {
  state.hits[id] = 1;
  if (++state.calls > state.limit) throw new Error('the mutant runs without end');
  return state.active === id;
}
