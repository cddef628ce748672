// The parts of a Dockerfile that are needed to follow it.

/**
 * Returns the stages of a Dockerfile, in order.
 * @param {string} text
 * @returns {{ base: string, name: string | undefined, steps: { word: string, rest: string }[] }[]}
 */
export function stagesOf(text) {
  const stages = [];
  for (const { word, rest } of instructionsOf(text)) {
    if (word === 'FROM') {
      const [base, , name] = rest.split(/\s+/);
      stages.push({ base, name, steps: [] });
    } else if (word !== 'ARG' || stages.length > 0) stages.at(-1).steps.push({ word, rest });
  }
  return stages;
}

function instructionsOf(text) {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  const joined = lines.join('\n').replace(/\\\n\s*/g, '');
  return joined.split('\n').map((line) => {
    const [, word, rest] = /^(\w+)\s+(.*)$/.exec(line);
    return { word: word.toUpperCase(), rest };
  });
}

/** Returns the variables of an ENV instruction. */
export function variablesOf(rest) {
  return Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}

/** Returns the words of an instruction in its JSON form, with what comes before it, such as options of HEALTHCHECK. */
export function wordsOf(rest) {
  return JSON.parse(rest.slice(rest.indexOf('[')));
}

/**
 * Returns which files of a build's context a Dockerfile may copy. Understands what the file of this project has: everything left
 * out, names taken in again, and endings left out below them.
 * @param {string} text the content of .dockerignore
 * @returns {(path: string) => boolean}
 */
export function contextFilter(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [all, ...rest] = lines;
  if (all !== '*') throw new Error('.dockerignore has to begin with *');
  const taken = new Set();
  const endings = [];
  for (const line of rest) {
    if (line.startsWith('!')) taken.add(line.slice(1));
    else if (line.startsWith('**/*.')) endings.push(line.slice(4));
    else throw new Error(`.dockerignore: ${line} is not understood`);
  }
  return (path) => taken.has(path.split('/')[0]) && !endings.some((ending) => path.endsWith(ending));
}
