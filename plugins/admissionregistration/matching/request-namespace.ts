import {
  type AdmissionAttributes,
  type ApiObject,
  StatusError,
  type Stores,
  notFound,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { type MaybePromise, internalError } from '../../../src/plugin-api/built-in.js';

type Labels = Readonly<Record<string, string>> | undefined;

const NAMESPACES = { group: '', resource: 'namespaces' };

/** Reports whether a request is about namespaces or their parts, which are cluster-scoped and also in themselves. */
export function isOfNamespaces({ resource }: Pick<AdmissionAttributes, 'resource'>): boolean {
  return resource.resource === NAMESPACES.resource && resource.group === NAMESPACES.group;
}

/** The namespace a request is in, for selectors and expressions; a namespace is in itself. Read at most once. */
export class RequestNamespace {
  /** Empty for cluster-scoped objects other than namespaces. */
  readonly name: string;
  private known: MaybePromise<Labels>;
  private object: Promise<ApiObject> | undefined;

  constructor(
    private readonly stores: Stores,
    private readonly attributes: AdmissionAttributes,
  ) {
    this.name = isOfNamespaces(attributes) ? attributes.name : attributes.namespace;
  }

  /**
   * Returns its labels: those of the namespace that is being created or replaced, else those that are stored. Throws
   * NotFound without one.
   */
  labels(): MaybePromise<Labels> {
    const { operation, subresource, object } = this.attributes;
    const isWritten = operation === 'CREATE' || operation === 'UPDATE';
    if (isWritten && subresource === '' && isOfNamespaces(this.attributes)) return object?.metadata.labels;
    return (this.known ??= this.read().then((labels) => (this.known = labels)));
  }

  /** Returns the stored namespace; undefined for cluster-scoped objects and namespaces themselves. Throws NotFound if there is none. */
  stored(): MaybePromise<ApiObject | undefined> {
    if (this.name === '' || isOfNamespaces(this.attributes)) return undefined;
    return (this.object ??= this.stores.of('', 'namespaces').get(systemContext(), this.name));
  }

  private async read(): Promise<Labels> {
    try {
      const facts = await this.stores.of('', 'namespaces').facts({ namespace: '' }, this.name);
      if (!facts) throw notFound(NAMESPACES, this.name);
      if (facts.unreadable !== undefined) throw internalError(textOf(facts.unreadable), facts.unreadable);
      return facts.labels;
    } catch (error) {
      throw error instanceof StatusError ? error : internalError(textOf(error), error);
    }
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
