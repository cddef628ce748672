import { type ObjectMeta, newUuid, randomSuffix } from '../../apimachinery/index.js';

/** The source of uids and of suffixes of generated names. */
export abstract class Identifiers {
  /** Returns the uid of a new object; `collection` is the key prefix of its kind. Called before a generated name is drawn. */
  abstract uid(collection: string, metadata: ObjectMeta): string;

  /** Returns the five characters that are appended to `generateName`. */
  abstract suffix(collection: string, metadata: ObjectMeta): string;
}

/** Random identifiers, those of every server but one under test. */
export class RandomIdentifiers extends Identifiers {
  uid(): string {
    return newUuid();
  }

  suffix(): string {
    return randomSuffix();
  }
}
