/** How sections are indexed, when the site is built and in the browser. */
export const SEARCH = {
  fields: ['title', 'page', 'words'],
  storeFields: ['title', 'page'],
  // `--secure-port` and `startTestServer` are found by their parts as well.
  tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => [word, ...partsOf(word)]),
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: (word) => (word.length > 4 ? 0.2 : 0),
    combineWith: 'AND',
    boostDocument: (id) => (String(id).startsWith('decisions/') ? 0.3 : 1),
  },
};

function partsOf(word) {
  const parts = word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u);
  return parts.length > 1 ? parts : [];
}
