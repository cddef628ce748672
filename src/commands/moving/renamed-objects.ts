import { formatApiVersion, parseApiVersion, parseExactJson, stringifyExactJson } from '../../apimachinery/index.js';
import { type KeyedValue, storedFormOf } from '../../storage/index.js';
import { CommandError } from '../output.js';

/** A resource by the names of stored objects. */
export interface NamedResource {
  readonly group: string;
  readonly plural: string;
}

/** The present and the coming names of stored objects. */
export interface Renaming {
  readonly from: NamedResource;
  readonly to: NamedResource;
  /** The coming kind; that of the objects when unset. */
  readonly kind?: string;
}

/** The rewriting of objects for other names of their resource: those objects, and the references of others to them. */
export class RenamedObjects {
  /** The kinds that the moved objects had: others refer to them by these. */
  private readonly kinds = new Set<string>();
  /** Values that may have references and cannot be read without a key. */
  encrypted = 0;

  constructor(private readonly renaming: Renaming) {}

  /** Returns a stored object under its coming names. Throws CommandError for one that is encrypted or no object. */
  moved = ({ key, value }: KeyedValue): Buffer => {
    if (isEncrypted(value)) throw new CommandError(`${key} is encrypted: ${REMEDY_OF_ENCRYPTED}`);
    const object = objectIn(value);
    if (!object) throw new CommandError(`${key} is not an object in JSON`);
    const { kind = object.kind } = this.renaming;
    if (object.kind !== undefined) this.kinds.add(object.kind);
    if (kind !== undefined) object.kind = kind;
    object.apiVersion = this.renamed(object.apiVersion);
    this.renameOwners(object);
    for (const entry of fieldsOf(object)) entry.apiVersion = this.renamed(entry.apiVersion);
    return Buffer.from(stringifyExactJson(object));
  };

  /** Returns another object with its references under the coming names; undefined where it has none. */
  kept = ({ value }: KeyedValue): Buffer | undefined => {
    if (isEncrypted(value)) {
      this.encrypted++;
      return undefined;
    }
    if (!value.includes(OWNERS)) return undefined;
    const object = objectIn(value);
    return object && this.renameOwners(object) ? Buffer.from(stringifyExactJson(object)) : undefined;
  };

  private renameOwners({ metadata }: StoredObject): boolean {
    const { from, kind } = this.renaming;
    const owners = (metadata?.ownerReferences ?? []).filter(({ apiVersion, kind: owner }) => {
      return parseApiVersion(apiVersion)?.group === from.group && this.kinds.has(owner);
    });
    for (const owner of owners) {
      owner.apiVersion = this.renamed(owner.apiVersion)!;
      if (kind !== undefined) owner.kind = kind;
    }
    return owners.length > 0 && (kind !== undefined || from.group !== this.renaming.to.group);
  }

  /** A version in the coming group; versions of other groups stay. */
  private renamed(apiVersion: string | undefined): string | undefined {
    const { from, to } = this.renaming;
    const named = apiVersion === undefined ? undefined : parseApiVersion(apiVersion);
    return named?.group === from.group ? formatApiVersion({ ...named, group: to.group }) : apiVersion;
  }
}

const OWNERS = Buffer.from('"ownerReferences":');
const REMEDY_OF_ENCRYPTED =
  'make identity the first provider of its resource in --encryption-provider-config and write the objects once more with binnacle encryption migrate';

/** The members that name a resource. */
interface StoredObject {
  kind?: string;
  apiVersion?: string;
  readonly metadata?: {
    readonly ownerReferences?: { apiVersion: string; kind: string }[];
    readonly managedFields?: { apiVersion?: string }[];
  };
}

function isEncrypted(value: Buffer): boolean {
  return storedFormOf(value).provider !== 'identity';
}

function objectIn(value: Buffer): StoredObject | undefined {
  try {
    const object = parseExactJson(value.toString('utf8')) as StoredObject | null;
    return typeof object?.metadata === 'object' ? object : undefined;
  } catch {
    return undefined;
  }
}

function fieldsOf({ metadata }: StoredObject): readonly { apiVersion?: string }[] {
  return metadata?.managedFields ?? [];
}
