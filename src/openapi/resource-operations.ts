import type { GroupVersionKind } from '../apimachinery/index.js';
import { NAMESPACE_SEGMENT } from '../request/index.js';
import { DeleteOptions, Status, shapeOf } from '../schema/index.js';
import { connectionOperations } from './connection-operations.js';
import type { DocumentedResource, DocumentedSubresource } from './open-api-source.js';
import { OperationBuilder } from './operation-builder.js';
import { type Operation, capitalize } from './operation.js';
import { DELETE_COLLECTION_QUERY, DELETE_QUERY, LIST_QUERY } from './query-parameters.js';
import { atRunTime } from './run-time-operations.js';
import type { Home } from './definition-names.js';
import type { SchemaDefinitions } from './schema-definitions.js';
import type { Schema } from './schema.js';

const DELETING = ['delete', 'deletecollection'];

/** The target of a watch operation with its own path. */
interface WatchTarget {
  readonly action: 'watch' | 'watchlist';
  readonly path: string;
  readonly id: string;
}

/** Describes every operation on one version of a kind, and adds the definitions it needs. */
export class ResourceOperations {
  private readonly gvk: GroupVersionKind;
  private readonly object: Schema;
  private readonly build: OperationBuilder;
  private readonly items: string;
  private readonly item: string;
  private readonly scope: string;

  constructor(
    private readonly resource: DocumentedResource,
    private readonly home: Home,
    private readonly definitions: SchemaDefinitions,
  ) {
    const { kind, plural, isNamespaced, type } = resource;
    this.gvk = { group: home.group, version: home.version, kind };
    this.items = `${isNamespaced ? `/${NAMESPACE_SEGMENT}/{namespace}` : ''}/${plural}`;
    this.item = `${this.items}/{name}`;
    this.scope = isNamespaced ? 'Namespaced' : '';
    this.build = new OperationBuilder(home, this.gvk, this.definitions);
    this.object = this.definitions.refer(type, home);
  }

  /** Returns all operations, in no order. */
  all(): Operation[] {
    const always = [
      ...this.reads(),
      ...this.writes(),
      ...this.deletes(),
      ...this.subresources(),
      ...this.connections(),
    ];
    if ('schema' in this.resource.type.published) return atRunTime(always, this.gvk, this.definitions.release);
    return this.resource.verbs.has('watch') ? [...always, ...this.watches()] : always;
  }

  private reads(): Operation[] {
    const { scope, resource } = this;
    const { kind, listKind, plural, type, isNamespaced } = resource;
    const out: Operation[] = [];
    if (this.resource.verbs.has('get'))
      out.push(this.build.read({ path: this.item, id: scope + kind, kind: this.gvk, object: this.object }));
    if (!this.resource.verbs.has('list')) return out;
    const list = this.definitions.referList(type, this.home, { ...this.gvk, kind: listKind });
    out.push(this.list(this.items, scope + kind, list));
    if (isNamespaced) out.push(this.list(`/${plural}`, `${kind}ForAllNamespaces`, list));
    return out;
  }

  private list(path: string, id: string, list: Schema): Operation {
    const description = `Lists objects of kind ${this.resource.kind}, or watches them.`;
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
    const id = this.scope + this.resource.kind;
    const onItem = { path: this.item, id, kind: this.gvk, object: this.object };
    const out: Operation[] = [];
    if (this.resource.verbs.has('create')) {
      out.push({ ...this.build.create({ ...onItem, path: this.items }), examples: this.resource.examples });
    }
    if (this.resource.verbs.has('update')) out.push(this.build.replace(onItem));
    if (this.resource.verbs.has('patch')) out.push(this.build.patch(onItem));
    return out;
  }

  private deletes(): Operation[] {
    const { scope } = this;
    const { kind } = this.resource;
    const out: Operation[] = [];
    if (!DELETING.some((verb) => this.resource.verbs.has(verb))) return out;
    const { release } = this.definitions;
    const status = this.definitions.refer(shapeOf(Status, release), this.home);
    const body = this.definitions.refer(shapeOf(DeleteOptions, release), this.home);
    if (this.resource.verbs.has('delete')) {
      const answer = this.resource.deleteReturnsObject ? this.object : status;
      const description = `Deletes one ${kind}.`;
      const id = ['delete', scope + kind] as const;
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
    if (this.resource.verbs.has('deletecollection')) {
      const description = `Deletes all matching objects of kind ${kind}.`;
      const id = ['delete', `Collection${scope}${kind}`] as const;
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

  /** The old way to watch: separate paths. */
  private watches(): Operation[] {
    const { scope, resource } = this;
    const { kind, plural, isNamespaced } = resource;
    const event = this.definitions.referWatchEvent();
    const out = [this.watch({ action: 'watchlist', path: this.items, id: `${scope}${kind}List` }, event)];
    if (isNamespaced) {
      const target: WatchTarget = { action: 'watchlist', path: `/${plural}`, id: `${kind}ListForAllNamespaces` };
      out.push(this.watch(target, event));
    }
    if (this.resource.verbs.has('get'))
      out.push(this.watch({ action: 'watch', path: this.item, id: scope + kind }, event));
    return out;
  }

  private watch({ action, path, id }: WatchTarget, event: Schema): Operation {
    const description = `Watches ${kindsOf(action, this.resource.kind)}; use the watch parameter of a list instead.`;
    const more = { produces: 'list' as const, deprecated: true };
    return this.build.operation({
      path: `/watch${path}`,
      method: 'get',
      action,
      id: ['watch', id],
      description,
      query: LIST_QUERY,
      answers: { 200: event },
      more,
    });
  }

  private subresources(): Operation[] {
    return this.resource.subresources.flatMap((subresource) => this.below(subresource));
  }

  private connections(): Operation[] {
    const { item, scope, resource } = this;
    return resource.connections.flatMap((connection) =>
      connectionOperations({ connection, item, scope, kind: resource.kind }, this.build),
    );
  }

  private below({ name, gvk, type, verbs, answersParent }: DocumentedSubresource): Operation[] {
    const object = this.definitions.refer(type, gvk);
    const id = this.scope + this.resource.kind + capitalize(name);
    const target = {
      path: `${this.item}/${name}`,
      id,
      kind: gvk,
      object,
      ...(answersParent && { answer: this.object }),
    };
    const out: Operation[] = [];
    if (verbs.has('get')) out.push(this.build.read(target));
    if (verbs.has('create')) out.push(this.build.create(target));
    if (verbs.has('update')) out.push(this.build.replace(target));
    if (verbs.has('patch')) out.push(this.build.patch(target));
    return out;
  }
}

function kindsOf(action: string, kind: string): string {
  return action === 'watch' ? `one ${kind}` : `all objects of kind ${kind}`;
}
