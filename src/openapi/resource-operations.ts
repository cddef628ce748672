import type { GroupVersionKind } from '../apimachinery/index.js';
import { DeleteOptions, ListMeta, Scale, Status, shapeOf, toShape } from '../schema/index.js';
import { WATCH_EVENT } from './built-in-schemas.js';
import type { DocumentedKind, DocumentedVersion } from './open-api-source.js';
import { OperationBuilder } from './operation-builder.js';
import { type Operation, capitalize } from './operation.js';
import { DELETE_COLLECTION_QUERY, DELETE_QUERY, LIST_QUERY, QUERY_PARAMETERS } from './query-parameters.js';
import type { Home, SchemaDefinitions } from './schema-definitions.js';
import type { Schema } from './schema.js';

const ALL_VERBS: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

/** What the operations of all kinds in a document share. */
export interface OperationContext {
  readonly definitions: SchemaDefinitions;
  /** The kinds of the events that watches report. */
  readonly watchEvents: readonly GroupVersionKind[];
}

/** Describes every operation on one version of a kind, and adds the definitions it needs. */
export class ResourceOperations {
  private readonly definitions: SchemaDefinitions;
  private readonly gvk: GroupVersionKind;
  private readonly kind: DocumentedKind;
  private readonly object: Schema;
  private readonly build: OperationBuilder;
  private readonly items: string;
  private readonly item: string;
  private readonly scope: string;
  private readonly verbs: ReadonlySet<string>;

  constructor(
    private readonly served: DocumentedVersion,
    private readonly home: Home,
    private readonly context: OperationContext,
  ) {
    this.definitions = context.definitions;
    this.kind = served.kind;
    this.gvk = { group: home.group, version: home.version, kind: this.kind.kind };
    this.items = `${this.kind.namespaced ? '/namespaces/{namespace}' : ''}/${this.kind.plural}`;
    this.item = `${this.items}/{name}`;
    this.scope = this.kind.namespaced ? 'Namespaced' : '';
    this.verbs = new Set(this.kind.review ? ['create'] : (this.kind.verbs ?? ALL_VERBS));
    this.build = new OperationBuilder(home, this.gvk, this.definitions);
    this.object = this.definitions.refer(toShape(served.version.type), home);
  }

  /** All operations, in no order. */
  all(): Operation[] {
    const always = [...this.reads(), ...this.writes(), ...this.deletes(), ...this.subresources()];
    return this.verbs.has('watch') ? [...always, ...this.watches()] : always;
  }

  private reads(): Operation[] {
    const { kind, scope } = this;
    const out: Operation[] = [];
    if (this.verbs.has('get'))
      out.push(this.build.read({ path: this.item, id: scope + kind.kind, kind: this.gvk, object: this.object }));
    if (!this.verbs.has('list')) return out;
    const listKind = kind.listKind ?? `${kind.kind}List`;
    const type = toShape(this.served.version.type);
    const list = this.definitions.referList(type, this.home, { ...this.gvk, kind: listKind }, shapeOf(ListMeta));
    out.push(this.list(this.items, scope + kind.kind, list));
    if (kind.namespaced) out.push(this.list(`/${kind.plural}`, `${kind.kind}ForAllNamespaces`, list));
    return out;
  }

  private list(path: string, id: string, list: Schema): Operation {
    const description = `Lists objects of kind ${this.kind.kind}, or watches them.`;
    const answers = { 200: list };
    const more = { produces: 'list' as const };
    return this.build.operation({
      path,
      method: 'get',
      action: 'list',
      id: ['list', id],
      description,
      query: LIST_QUERY,
      answers,
      more,
    });
  }

  private writes(): Operation[] {
    const id = this.scope + this.kind.kind;
    const onItem = { path: this.item, id, kind: this.gvk, object: this.object };
    const out: Operation[] = [];
    if (this.verbs.has('create')) out.push(this.build.create({ ...onItem, path: this.items }));
    if (this.verbs.has('update')) out.push(this.build.replace(onItem));
    if (this.verbs.has('patch')) out.push(this.build.patch(onItem));
    return out;
  }

  private deletes(): Operation[] {
    const { kind, scope } = this;
    const out: Operation[] = [];
    const status = this.definitions.refer(shapeOf(Status), this.home);
    const body = this.definitions.refer(shapeOf(DeleteOptions), this.home);
    if (this.verbs.has('delete')) {
      const answer = kind.deleteReturnsObject ? this.object : status;
      const description = `Deletes one ${kind.kind}.`;
      const id = ['delete', scope + kind.kind] as const;
      const answers = { 200: answer, 202: answer };
      const more = { body };
      out.push(
        this.build.operation({
          path: this.item,
          method: 'delete',
          action: 'delete',
          id,
          description,
          query: DELETE_QUERY,
          answers,
          more,
        }),
      );
    }
    if (this.verbs.has('deletecollection')) {
      const description = `Deletes all matching objects of kind ${kind.kind}.`;
      const id = ['delete', `Collection${scope}${kind.kind}`] as const;
      const query = DELETE_COLLECTION_QUERY;
      const more = { body };
      out.push(
        this.build.operation({
          path: this.items,
          method: 'delete',
          action: 'deletecollection',
          id,
          description,
          query,
          answers: { 200: status },
          more,
        }),
      );
    }
    return out;
  }

  /** The old way to watch: paths of their own. */
  private watches(): Operation[] {
    const { kind, scope } = this;
    const event = this.definitions.referBuiltIn(WATCH_EVENT, this.context.watchEvents);
    const out = [this.watch('watchlist', this.items, `${scope}${kind.kind}List`, event)];
    if (kind.namespaced)
      out.push(this.watch('watchlist', `/${kind.plural}`, `${kind.kind}ListForAllNamespaces`, event));
    if (this.verbs.has('get')) out.push(this.watch('watch', this.item, scope + kind.kind, event));
    return out;
  }

  private watch(action: string, path: string, id: string, event: Schema): Operation {
    const description = `Watches ${kindsOf(action, this.kind.kind)}; use the watch parameter of a list instead.`;
    const shared = [...this.build.pathParameters(path), ...LIST_QUERY.map((name) => QUERY_PARAMETERS[name])];
    const more = { produces: 'list' as const, shared, deprecated: true };
    return this.build.operation({
      path: `/watch${path}`,
      method: 'get',
      action,
      id: ['watch', id],
      description,
      query: [],
      answers: { 200: event },
      more,
    });
  }

  private subresources(): Operation[] {
    const out: Operation[] = [];
    if (this.kind.hasStatus) out.push(...this.below('status', this.gvk, this.object, ['get', 'update', 'patch']));
    if (this.kind.scale) {
      const gvk = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
      const scale = this.definitions.refer(shapeOf(Scale), gvk);
      out.push(...this.below('scale', gvk, scale, ['get', 'update', 'patch']));
    }
    for (const sub of this.kind.subresources ?? []) {
      const gvk = { group: sub.group, version: sub.version, kind: sub.kind };
      out.push(...this.below(sub.name, gvk, this.definitions.refer(toShape(sub.type), gvk), sub.verbs));
    }
    return out;
  }

  private below(name: string, kind: GroupVersionKind, object: Schema, verbs: readonly string[]): Operation[] {
    const target = { path: `${this.item}/${name}`, id: this.scope + this.kind.kind + capitalize(name), kind, object };
    const out: Operation[] = [];
    if (verbs.includes('get')) out.push(this.build.read(target));
    if (verbs.includes('create')) out.push(this.build.create(target));
    if (verbs.includes('update')) out.push(this.build.replace(target));
    if (verbs.includes('patch')) out.push(this.build.patch(target));
    return out;
  }
}

function kindsOf(action: string, kind: string): string {
  return action === 'watch' ? `one ${kind}` : `all objects of kind ${kind}`;
}
