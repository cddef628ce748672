import { stringifyJson } from '../../codecs/index.js';

/** Characters of the JSON of one set of labels and of all together, beyond which none is shared. A set takes some five times its text. */
const LONGEST_SHARED = 1 << 11;
const MOST_SHARED = 1 << 17;

type Labels = Readonly<Record<string, string>>;

/**
 * The labels of many objects, each set of them once: those that one controller creates have the same. A shared set is
 * frozen, so that no object can change what another one has.
 */
export class SharedLabels {
  private readonly byText = new Map<string, Labels>();
  private length = 0;

  /** Returns the shared set that is equal, with its members in the same order; the same set where it is too large to be shared. */
  find(labels: Labels): Labels {
    // Of a damaged store's labels it does not throw: their object stays readable.
    const text = stringifyJson(labels);
    return this.byText.get(text) ?? this.share(text) ?? labels;
  }

  private share(text: string): Labels | undefined {
    if (text.length > LONGEST_SHARED) return undefined;
    if (this.length + text.length > MOST_SHARED) {
      this.byText.clear();
      this.length = 0;
    }
    this.length += text.length;
    // Parsed again: texts that were cut out of the body of a request would keep all of it.
    const labels = Object.freeze(JSON.parse(text) as Labels);
    this.byText.set(text, labels);
    return labels;
  }
}
