import { WriteAttributes } from '../../admission/index.js';
import { type ApiObject, type ResultRule, formatApiVersion } from '../../apimachinery/index.js';
import type { Destination } from '../../proxy/index.js';
import type { ObjectShape } from '../../schema/index.js';
import type { ConnectionDefinition, Connector, TextAtHand } from '../kinds/connection-definition.js';
import { guardHooks } from '../kinds/hook-failure.js';
import { readQueryOptions } from '../store/query-options.js';
import type { Store } from '../store/store.js';
import type { StoreContext } from '../kinds/store-context.js';
import { requestFacts, strategyContextOf } from '../store/writing/write-scope.js';

/** The dependencies of a connecting subresource. */
export interface ConnectionParts {
  readonly definition: ConnectionDefinition;
  /** The shape of its options. */
  readonly type: ObjectShape;
  readonly connector: Connector;
  /** The store of the objects it hangs below. */
  readonly parent: Store;
}

/** The request of a client to a connecting subresource. */
export interface ConnectionOrder {
  readonly verb: string;
  readonly namespace: string;
  readonly name: string;
  readonly query: URLSearchParams;
  /** The path below the subresource, with the slash it begins with; empty for none. */
  readonly path: string;
  readonly context: StoreContext;
}

const CONNECTOR_RESULTS: Readonly<Record<keyof Connector, ResultRule>> = {
  locate: {
    isRight: (result) => result === undefined || (typeof result === 'object' && result !== null),
    wanted: 'a destination, a text at hand, or undefined',
    mayWait: true,
  },
};

/** Finds out where a request to a connecting subresource leads: its options, admission, its connector. Knows no HTTP. */
export class ConnectionOperation {
  private readonly connector: Connector;

  constructor(private readonly parts: ConnectionParts) {
    const { connector, definition, parent } = parts;
    const where = `${parent.kind.place}: ${definition.name}`;
    this.connector = guardHooks(connector, CONNECTOR_RESULTS, { where, declared: parent.kind.definition });
  }

  /** Returns the destination of a request, or the text it asks for; undefined if there is nothing to send yet. Throws StatusError. */
  async locate(order: ConnectionOrder): Promise<Destination | TextAtHand | undefined> {
    const { definition, parent } = this.parts;
    const { verb, namespace, name } = order;
    const sent = this.optionsOf(order);
    const options = definition.passage === 'text' ? sent : await this.admitted(order, sent);
    order.context.signal?.throwIfAborted();
    const context = strategyContextOf(parent.parts, order.context);
    return this.connector.locate({ verb, namespace, name, options, context });
  }

  private optionsOf({ query, path }: ConnectionOrder): object {
    const { definition, type } = this.parts;
    if (definition.passage !== 'request') return readQueryOptions(type, query);
    const said = new URLSearchParams(query);
    said.set('path', path);
    return readQueryOptions(type, said);
  }

  private async admitted({ context, name }: ConnectionOrder, sent: object): Promise<object> {
    const { definition, type, parent } = this.parts;
    const { group, version, kind } = definition;
    const { admission } = parent.parts;
    const attributes = new WriteAttributes({
      ...requestFacts(parent.parts, context),
      operation: 'CONNECT',
      kind: { group, version, kind },
      // Options are the one thing that is admitted without being an object.
      object: { kind, apiVersion: formatApiVersion({ group, version }), ...sent } as unknown as ApiObject,
      name,
      shape: type,
    });
    await admission.mutate(attributes, type);
    await admission.validate(attributes);
    return attributes.object!;
  }
}
