// The releases of databases that the specs of storage engines are run against.

/**
 * A release of a database.
 * @typedef {{ engine: 'etcd' | 'postgres', name: string, source: string, digests?: Record<string, string> }} Release
 * `source` is the version of the package that has the programs; `digests` are the SHA-256 of packages that no
 * installer verifies, by architecture as Debian names it.
 */

/** @type {readonly Release[]} */
const RELEASES = [
  { engine: 'postgres', name: '13', source: '13.23.0-beta.16' },
  { engine: 'postgres', name: '14', source: '14.23.0-beta.17' },
  { engine: 'postgres', name: '15', source: '15.18.0-beta.17' },
  { engine: 'postgres', name: '16', source: '16.14.0-beta.17' },
  { engine: 'postgres', name: '17', source: '17.10.0-beta.17' },
  { engine: 'postgres', name: '18', source: '18.4.0-beta.17' },
  {
    engine: 'etcd',
    name: '3.5.16',
    source: '3.5.16-4',
    digests: {
      amd64: '0875921bb0d023f2af9b8e15cdfbe417a03e65731345fb832c40f9c2dd72967b',
      arm64: '5e21469a4f59f1cb2ed7af9c6eb9dda7d9734809c011cfa8a39b34f82a161a32',
    },
  },
  {
    engine: 'etcd',
    name: '3.5.30',
    source: '3.5.30-2',
    digests: {
      amd64: '11a4f7e350c5020b83edff5160a6063d4e56ac9cd014d21ce8916378bf96de79',
      arm64: 'c9f0208925c51d44ba026367930c67a1fd2bef12d162e8b99d249f42242f7100',
    },
  },
];

/**
 * Returns the releases that words of the command line choose, `postgres` or `postgres@13`, in the order of the words; all
 * without words. Throws for a word that chooses none.
 * @param {readonly string[]} words
 * @returns {Release[]}
 */
export function chosenReleases(words) {
  if (words.length === 0) return [...RELEASES];
  return words.flatMap((word) => {
    const [engine, name] = word.split('@');
    const chosen = RELEASES.filter((each) => each.engine === engine && (name === undefined || each.name === name));
    if (chosen.length === 0) throw new Error(`${word}: releases are ${RELEASES.map(nameOf).join(', ')}`);
    return chosen;
  });
}

/** Returns the word that chooses a release. */
export function nameOf({ engine, name }) {
  return `${engine}@${name}`;
}
