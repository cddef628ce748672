import {
  type AdmissionAttributes,
  type MaybePromise,
  StatusError,
  type Stores,
  internalError,
  notFound,
} from '../../../src/plugin-api/index.js';

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
  private stored: MaybePromise<Labels>;

  constructor(
    private readonly stores: Stores,
    private readonly attributes: AdmissionAttributes,
  ) {
    this.name = isOfNamespaces(attributes) ? attributes.name : attributes.namespace;
  }

  /**
   * Its labels: those of the namespace that is being created or replaced, else those that are stored. Throws NotFound where
   * there is none.
   */
  labels(): MaybePromise<Labels> {
    const { operation, subresource, object } = this.attributes;
    const isWritten = operation === 'CREATE' || operation === 'UPDATE';
    if (isWritten && subresource === '' && isOfNamespaces(this.attributes)) return object?.metadata.labels;
    return (this.stored ??= this.read().then((labels) => (this.stored = labels)));
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
