/**
 * Returns a source with all its mutants behind a switch. Mutants are as `mutantsOf` answers them, each with a number,
 * `id`; `switchPath` is what the source imports the switch from. Lines keep their numbers as far as replacements have one
 * line.
 */
export function instrument(text, mutants, switchPath) {
  const groups = groupsOf(mutants);
  const body = render(text, groups, { from: 0, to: text.length });
  return `import { isMutant as $m } from '${switchPath}'; ${body}`;
}

/** Mutants by the range that they change, outer ranges first. */
function groupsOf(mutants) {
  const groups = new Map();
  for (const mutant of mutants) {
    const key = `${mutant.start}-${mutant.end}`;
    const group = groups.get(key) ?? { start: mutant.start, end: mutant.end, form: mutant.form, mutants: [] };
    group.mutants.push(mutant);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The text of a range, where `groups` are all that lie in it. */
function render(text, groups, { from, to }) {
  let rendered = '';
  let place = from;
  for (let i = 0; i < groups.length;) {
    const group = groups[i];
    let next = i + 1;
    while (next < groups.length && groups[next].end <= group.end) next++;
    const inner = render(text, groups.slice(i + 1, next), { from: group.start, to: group.end });
    rendered += text.slice(place, group.start) + FORMS[group.form](inner, group.mutants);
    place = group.end;
    i = next;
  }
  return rendered + text.slice(place, to);
}

const FORMS = {
  expression: (inner, mutants) =>
    `(${mutants.map(({ id, replacement }) => `$m(${id}) ? (${replacement}) : `).join('')}(${inner}))`,
  statement: (inner, mutants) => `{ if (!(${mutants.map(({ id }) => `$m(${id})`).join(' || ')})) ${inner} }`,
  spread: (inner, mutants) => `...($m(${mutants[0].id}) ? {} : ${inner.slice('...'.length)})`,
};
