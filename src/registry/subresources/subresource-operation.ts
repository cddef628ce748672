import { WriteAttributes } from '../../admission/index.js';
import {
  type ApiObject,
  FIELD_ERRORS,
  type ResultRule,
  checkAs,
  collectFieldErrors,
  formatApiVersion,
  invalidObject,
  isConflict,
} from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';
import type { ResolvedSubresource } from '../kinds/resolved-version.js';
import type { SubresourceDefinition, SubresourceHandler, SubresourceRequest } from '../kinds/kind-definition.js';
import { guardHook, guardHooks } from '../kinds/hook-failure.js';
import { matchNamespace } from '../store/object-metadata.js';
import { type Configuration, ownersOfUnstored } from '../store/writing/owner-tracking.js';
import type { Store } from '../store/store.js';
import type { StoreContext } from '../kinds/store-context.js';
import { noop, requestFacts, strategyContextOf } from '../store/writing/write-scope.js';

/** The dependencies of a custom subresource. */
export interface SubresourceParts {
  readonly definition: ResolvedSubresource;
  readonly type: ObjectShape;
  readonly handler: SubresourceHandler;
  /** The store of the objects it hangs below. */
  readonly parent: Store;
}

/** The request of a client to a subresource. */
export interface SubresourceOrder extends Pick<SubresourceRequest, 'verb' | 'namespace' | 'name' | 'query' | 'body'> {
  readonly context: StoreContext;
}

/** A configuration for a part of an object, and the preconditions of its result. */
export interface PartConfiguration extends Configuration {
  /** Throws StatusError for an outcome that is not to be written. */
  accept(object: ApiObject): void;
}

/** An answer needs no kind and no metadata: the declaration completes it. */
const ANSWER: ResultRule = {
  isRight: (result) => typeof result === 'object' && result !== null && !Array.isArray(result),
  wanted: 'an object, which may be empty',
  mayWait: true,
};

const HANDLER_RESULTS = { prepare: ANSWER, handle: ANSWER } as const;

/** How often a patch is tried that meets other writes (upstream: MaxRetryWhenPatchConflicts). */
const PATCH_ATTEMPTS = 5;

/**
 * Carries out what is asked of a custom subresource: admission, the rules for its body, its handler. A body of the
 * parent's own kind is admitted by the parent's Store, through which the handler writes it; for all others it is done
 * here, and what the handler writes is part of the admitted request.
 */
export class SubresourceOperation {
  private readonly handler: SubresourceHandler;
  private readonly validate: SubresourceDefinition['validate'];

  constructor(private readonly parts: SubresourceParts) {
    const { handler, definition, parent } = parts;
    const where = `${parent.kind.place}: ${definition.name}`;
    const declared = parent.kind.definition;
    this.handler = guardHooks(handler, HANDLER_RESULTS, { where, declared });
    this.validate =
      definition.validate && guardHook(definition.validate, FIELD_ERRORS, { where: `${where}: validate`, declared });
  }

  /** True if bodies are parents, so that the parent's Store admits them. */
  private get holdsParent(): boolean {
    const { definition, parent } = this.parts;
    return definition.kind === parent.kind.kind && parent.kind.versions.has(formatApiVersion(definition));
  }

  /** Handles any request but a patch. */
  async handle(order: SubresourceOrder): Promise<ApiObject> {
    switch (order.verb) {
      case 'get':
        return this.ask(order);
      case 'create':
        return this.create(order, order.body!);
      case 'delete':
        return this.remove(order);
      default:
        return this.update(order, order.body!, undefined);
    }
  }

  /** Reads the subresource, changes it, and hands it in as an update; again where another write comes first. */
  async patch(
    order: Omit<SubresourceOrder, 'body'>,
    apply: (current: ApiObject) => ApiObject | Promise<ApiObject>,
  ): Promise<ApiObject> {
    for (let attempt = 1; ; attempt++) {
      const current = await this.ask({ ...order, verb: 'get' });
      const { resourceVersion } = current.metadata;
      const next = await apply(current);
      try {
        return await this.update({ ...order, verb: 'update' }, next, current);
      } catch (error) {
        const isRace = isConflict(error) && next.metadata.resourceVersion === resourceVersion;
        if (!isRace || attempt >= PATCH_ATTEMPTS) throw error;
      }
    }
  }

  /** Applies a configuration to the parent through the subresource; `accept` may refuse the outcome. */
  apply(order: Omit<SubresourceOrder, 'body'>, { accept, ...configuration }: PartConfiguration): Promise<ApiObject> {
    const context = { ...order.context, ownersAreSet: true };
    return this.patch({ ...order, context }, async (current) => {
      const object = await this.parts.parent.applied(context, configuration, current);
      accept(object);
      return object;
    });
  }

  private async create(order: SubresourceOrder, sent: ApiObject): Promise<ApiObject> {
    const hasMetadata = this.parts.type.hasMember('metadata');
    if (hasMetadata) matchNamespace(sent, order.namespace);
    const owners = hasMetadata ? this.ownersOf(sent, order.context) : undefined;
    const answer = this.holdsParent
      ? await this.ask({ ...order, body: this.checked(sent) })
      : await this.askAdmitted({ ...order, body: await this.admitted(order, { operation: 'CREATE', object: sent }) });
    if (hasMetadata && answer.kind === this.parts.definition.kind) answer.metadata.managedFields = owners;
    return answer;
  }

  /** The managedFields of a body, which is not stored: all members that were sent. */
  private ownersOf(body: ApiObject, context: StoreContext): ApiObject['metadata']['managedFields'] {
    const { definition, type, parent } = this.parts;
    const apiVersion = formatApiVersion(definition);
    return ownersOfUnstored({ type, apiVersion, object: body, context, now: parent.parts.now() });
  }

  private async update(order: SubresourceOrder, sent: ApiObject, known: ApiObject | undefined): Promise<ApiObject> {
    if (this.holdsParent) return this.ask({ ...order, body: this.checked(sent) });
    const { verbs } = this.parts.definition;
    const oldObject =
      known ?? (verbs.includes('get') ? await this.ask({ ...order, verb: 'get', body: undefined }) : undefined);
    const body = await this.admitted(order, { operation: 'UPDATE', object: sent, oldObject });
    return this.askAdmitted({ ...order, body });
  }

  private async remove(order: SubresourceOrder): Promise<ApiObject> {
    const { admission } = this.parts.parent.parts;
    const attributes = this.attributes(order, { operation: 'DELETE' });
    await admission.mutate(attributes, this.parts.type);
    await admission.validate(attributes);
    return this.askAdmitted(order);
  }

  private async admitted(order: SubresourceOrder, write: AdmittedBody): Promise<ApiObject> {
    const { parent, type } = this.parts;
    const { admission } = parent.parts;
    const attributes = this.attributes(order, write);
    await admission.mutate(attributes, type);
    const { handler } = this;
    if (handler.prepare)
      attributes.object = await handler.prepare(this.requestOf({ ...order, body: attributes.object }));
    const body = attributes.object!;
    this.checked(body);
    await admission.validate(attributes);
    return body;
  }

  /** The body, if it keeps the rules; 422 otherwise. Those at the fields of a parent are held where it is stored. */
  private checked(body: ApiObject): ApiObject {
    const { definition, type } = this.parts;
    const { group, kind } = definition;
    const { release } = this.parts.parent.parts.kind;
    const errors = checkAs(release, () =>
      collectFieldErrors(() => [
        ...(this.holdsParent ? [] : type.validate(body)),
        ...(this.validate?.(body as never) ?? []),
      ]),
    );
    // A few bodies have their name at the top, and no metadata.
    const { name } = type.hasMember('metadata') ? body.metadata : (body as { name?: string });
    if (errors.length > 0) throw invalidObject({ group, kind }, name ?? '', errors);
    return body;
  }

  private attributes({ context, name }: SubresourceOrder, write: AdmittedBody): WriteAttributes {
    const { group, version, kind } = this.parts.definition;
    return new WriteAttributes({
      ...requestFacts(this.parts.parent.parts, context),
      ...write,
      kind: { group, version, kind },
      name,
      shape: this.parts.type,
    });
  }

  private askAdmitted(order: SubresourceOrder): Promise<ApiObject> {
    return this.ask({ ...order, context: { ...order.context, skipAdmission: true } });
  }

  private async ask(order: SubresourceOrder): Promise<ApiObject> {
    order.context.signal?.throwIfAborted();
    const answer = await this.handler.handle(this.requestOf(order));
    return answer.kind === undefined ? this.completed(answer) : answer;
  }

  /** The answer of a handler that leaves to the declaration what it is. */
  private completed(answer: ApiObject): ApiObject {
    const { definition, type } = this.parts;
    const { metadata = {} } = answer as Partial<ApiObject>;
    const typed = { ...answer, kind: definition.kind, apiVersion: formatApiVersion(definition) };
    return type.hasMember('metadata') ? { ...typed, metadata } : typed;
  }

  private requestOf({ context, ...order }: SubresourceOrder): SubresourceRequest {
    return {
      ...order,
      context: strategyContextOf(this.parts.parent.parts, context),
      storeContext: context,
      warn: context.warn ?? noop,
    };
  }
}

type AdmittedBody = Pick<WriteAttributes, 'operation'> & Partial<Pick<WriteAttributes, 'object' | 'oldObject'>>;
