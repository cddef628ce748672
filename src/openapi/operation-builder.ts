import type { GroupVersionKind } from '../apimachinery/index.js';
import { PATCH } from './built-in-schemas.js';
import {
  type Method,
  type Operation,
  PATCH_TYPES,
  groupVersionPath,
  groupVersionTag,
  groupVersionTitle,
  identifier,
} from './operation.js';
import { PATCH_QUERY, PATH_PARAMETERS, type Parameter, WRITE_QUERY, queryIn } from './query-parameters.js';
import type { Home } from './definition-names.js';
import type { SchemaDefinitions } from './schema-definitions.js';
import type { Schema } from './schema.js';

/** The parameters of one operation of a kind. */
export interface OperationParts {
  /** Path below the group version. */
  readonly path: string;
  readonly method: Method;
  readonly action: string;
  /** First word of the operation id, and what stands behind the group version in it. */
  readonly id: readonly [string, string];
  readonly description: string;
  readonly query: readonly string[];
  readonly answers: Readonly<Record<string, Schema>>;
  /** Members that differ from the usual. */
  readonly more?: Partial<Operation>;
}

/** Where an operation on an object is found, and what it reads or writes. */
export interface ObjectTarget {
  /** Path below the group version. */
  readonly path: string;
  /** The suffix after the group version in the operation id. */
  readonly id: string;
  readonly kind: GroupVersionKind;
  readonly object: Schema;
  /** The schema that writes answer, where it is another. */
  readonly answer?: Schema;
}

/** Builds the operations of one kind, and of its subresources, from their parameters. */
export class OperationBuilder {
  constructor(
    private readonly home: Home,
    private readonly gvk: GroupVersionKind,
    private readonly definitions: SchemaDefinitions,
  ) {}

  /** Reads one object. */
  read({ path, id, kind, object }: ObjectTarget): Operation {
    const description = `Reads one ${kind.kind}.`;
    return this.operation({
      path,
      method: 'get',
      action: 'get',
      id: ['read', id],
      description,
      query: [],
      answers: { 200: object },
      more: { kind },
    });
  }

  /** Creates an object. */
  create({ path, id, kind, object, answer = object }: ObjectTarget): Operation {
    const answers = { 200: answer, 201: answer, 202: answer };
    const more = { kind, body: object, isBodyRequired: true };
    const description = `Creates a ${kind.kind}.`;
    return this.operation({
      path,
      method: 'post',
      action: 'post',
      id: ['create', id],
      description,
      query: WRITE_QUERY,
      answers,
      more,
    });
  }

  /** Writes an object whole. */
  replace({ path, id, kind, object, answer = object }: ObjectTarget): Operation {
    const answers = { 200: answer, 201: answer };
    const more = { kind, body: object, isBodyRequired: true };
    const description = `Replaces one ${kind.kind}.`;
    return this.operation({
      path,
      method: 'put',
      action: 'put',
      id: ['replace', id],
      description,
      query: WRITE_QUERY,
      answers,
      more,
    });
  }

  /** Changes parts of an object. */
  patch({ path, id, kind, object, answer = object }: ObjectTarget): Operation {
    const answers = { 200: answer, 201: answer };
    const body = this.definitions.referBuiltIn(PATCH);
    const more = { kind, body, isBodyRequired: true, consumes: PATCH_TYPES };
    const description = `Changes parts of one ${kind.kind}.`;
    return this.operation({
      path,
      method: 'patch',
      action: 'patch',
      id: ['patch', id],
      description,
      query: PATCH_QUERY,
      answers,
      more,
    });
  }

  /** Returns what all operations have. */
  operation(parts: OperationParts): Operation {
    const { path, method, action, description, query, answers, more } = parts;
    const { group, version } = this.home;
    const parameters = queryIn(this.definitions.release, [...new Set([...query, 'pretty'])]);
    return {
      path: `${groupVersionPath(group, version)}${path}`,
      method,
      action,
      description,
      operationId: `${parts.id[0]}${groupVersionTitle(group, version)}${identifier(parts.id[1])}`,
      tag: groupVersionTag(group, version),
      kind: this.gvk,
      parameters: [...this.pathParameters(path), ...parameters],
      answers,
      produces: 'object',
      ...more,
    };
  }

  /** Returns the parameters a path has. */
  pathParameters(path: string): Parameter[] {
    const out: Parameter[] = [];
    if (path.includes('{name}')) out.push(PATH_PARAMETERS.name(this.gvk.kind));
    if (path.includes('{namespace}')) out.push(PATH_PARAMETERS.namespace(this.gvk.kind));
    return out;
  }
}
