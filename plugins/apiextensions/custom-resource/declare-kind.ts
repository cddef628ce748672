import {
  type ApiObject,
  type ConvertedVersion,
  type KindDeclaration,
  type KindDefinition,
  type KindVersion,
  type ObjectConverter,
} from '../../../src/plugin-api/index.js';
import { compareVersionPriority, failure, type MaybePromise } from '../../../src/plugin-api/built-in.js';
import type { CustomResourceConversion } from '../custom-resource-definition/conversion.v1.js';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionVersion,
} from '../custom-resource-definition/custom-resource-definition.v1.js';
import { type ConversionParts, WebhookConverter } from './conversion/index.js';
import { CustomResourceShape } from './custom-resource-shape.js';
import { countsAsChange, customResourceStrategy, type VersionRules } from './custom-resource.strategy.js';
import { contentHash } from './content-hash.js';
import { asError } from './definition-conditions.js';
import { parsePath } from './json-path/parse-path.js';
import { findResults } from './json-path/find-results.js';
import { printerColumns } from './printer-columns.js';
import { scaleByPaths } from './scale-paths.js';
import type { ValidationMetrics } from './validation-metrics.js';

/** Places custom groups behind those of the server in discovery (upstream: the priority of CRD groups). */
const DISCOVERY_PRIORITY = 1000;

/** Changes the version of objects only (conversion strategy None), then prunes them by that version. */
const relabel: ObjectConverter = {
  convert(objects: readonly ApiObject[], _from: ConvertedVersion, to: ConvertedVersion) {
    return objects.map((object) =>
      to.type.canonicalize({ ...object, apiVersion: to.apiVersion }, { dropsMalformed: true }),
    );
  },
};

/**
 * Converts, and applies the defaults of the storage version to objects that are stored. Objects read from the store have
 * them; an object shown in another version does not get the defaults of that version.
 */
class DefaultingConverter implements ObjectConverter {
  readonly batchSize: number | undefined;

  constructor(
    private readonly converter: ObjectConverter,
    private readonly storage: string,
  ) {
    this.batchSize = converter.batchSize;
  }

  convert(
    objects: readonly ApiObject[],
    from: ConvertedVersion,
    to: ConvertedVersion,
  ): MaybePromise<readonly ApiObject[]> {
    const converted = this.converter.convert(objects, from, to);
    if (to.gvk.version !== this.storage) return converted;
    const complete = (each: readonly ApiObject[]): readonly ApiObject[] => {
      each.forEach((object) => to.type.applyDefaults(object));
      return each;
    };
    return converted instanceof Promise ? converted.then(complete) : complete(converted);
  }
}

/** The dependencies of a declarer. */
export interface KindDeclarerParts {
  readonly conversion: ConversionParts;
  readonly metrics: ValidationMetrics;
  /** True if faults of values that a change leaves alone are accepted. */
  readonly ratchets: boolean;
  /** The release that is served. */
  readonly shownRelease: string;
  /** Called when the OpenAPI documents leave a version of the kind out: `fault` says why. */
  readonly onLeftOut: () => void;
}

/**
 * Makes declarations of definitions. Shapes are kept while their schemas stay the same, so that a definition whose names
 * or columns changed is replaced without reading its objects again.
 */
export class KindDeclarer {
  /** True once the definition is being deleted: no object is created any more. */
  isTerminating = false;
  private shapes = new Map<string, HashedShape>();
  /** Versions share the function that reads a field, and keep it when they are declared again. */
  private readers: ReadonlyMap<string, FieldReader> = new Map();
  private webhook: { readonly text: string; readonly converter: WebhookConverter } | undefined;

  constructor(
    private readonly release: string | undefined,
    private readonly parts: KindDeclarerParts,
  ) {}

  /** Returns the declaration of a definition by the names it was granted. */
  declare({ metadata, spec }: CustomResourceDefinition, names: CustomResourceDefinitionNames): KindDeclaration {
    const { group } = spec;
    this.readers = this.readersOf(spec.versions ?? []);
    const kept = new Map<string, HashedShape>();
    const versions = (spec.versions ?? []).map((version) => {
      const found = this.shapeOf(
        version,
        `${group}/${version.name}.${names.kind}`,
        spec.preserveUnknownFields ?? false,
      );
      kept.set(version.name, found);
      return { version, shape: found.shape };
    });
    this.shapes = kept;
    const rules = new Map(
      versions.map(({ version, shape }) => [`${group}/${version.name}`, rulesOf(version, shape)] as const),
    );
    const storageVersion = (spec.versions ?? []).find(({ storage }) => storage)?.name ?? '';
    const definition: KindDefinition = {
      kind: names.kind,
      plural: names.plural,
      singular: names.singular,
      listKind: names.listKind,
      shortNames: names.shortNames,
      categories: names.categories,
      namespaced: spec.scope === 'Namespaced',
      versions: versions.map(({ version, shape }) => ({
        ...this.kindVersion(version, shape),
        ...deprecationOf(version, spec),
      })),
      storageVersion,
      quirks: {
        advertisedVerbs: this.isTerminating ? TERMINATING_VERBS : VERBS,
        allowsPlainFinalizers: true,
        describeUnselectable: (field) => `field label not supported: ${field}`,
      },
      converter: new DefaultingConverter(this.converterOf(metadata.name ?? '', spec.conversion), storageVersion),
      worksIn: 'requestedVersion',
      deleteReturnsObject: false,
      generation: countsAsChange(rules),
      strategy: customResourceStrategy(rules, () => this.checkCreation({ group, kind: names.plural })),
    };
    const owner = `CustomResourceDefinition ${metadata.name}`;
    return { owner, group, definition: definition as KindDefinition<never>, priority: DISCOVERY_PRIORITY };
  }

  /** The failure of the OpenAPI documents to write the schema of a version; undefined while there is none. */
  get fault(): Error | undefined {
    return [...this.shapes.values()].find(({ fault }) => fault)?.fault;
  }

  private checkCreation(details: { readonly group: string; readonly kind: string }): void {
    if (this.isTerminating) throw failure(405, TERMINATING_MESSAGE, { reason: 'MethodNotAllowed', details });
  }

  /** Ends the connections of a definition that is served no more. */
  close(): void {
    void this.webhook?.converter.close();
    this.webhook = undefined;
  }

  /** The converter stays the same one while its configuration does, with its connections. */
  private converterOf(name: string, conversion: CustomResourceConversion | undefined): ObjectConverter {
    const { strategy, webhook } = conversion ?? {};
    if (strategy !== 'Webhook' || !webhook) {
      this.close();
      return relabel;
    }
    const text = JSON.stringify(webhook);
    if (this.webhook?.text !== text) {
      this.close();
      this.webhook = { text, converter: new WebhookConverter(name, webhook, this.parts.conversion) };
    }
    return this.webhook.converter;
  }

  private shapeOf(version: CustomResourceDefinitionVersion, name: string, isOpen: boolean): HashedShape {
    const schema = version.schema?.openAPIV3Schema;
    const selectableFields = (version.selectableFields ?? []).map(({ jsonPath }) => fieldName(jsonPath));
    const scale = version.subresources?.scale;
    const hash = contentHash([name, schema, isOpen, selectableFields, scale]);
    const known = this.shapes.get(version.name);
    if (known?.hash === hash) return known;
    const onLeftOut = (error: unknown): void => {
      found.fault = asError(error);
      this.parts.onLeftOut();
    };
    const { metrics, ratchets, shownRelease } = this.parts;
    const options = {
      release: this.release,
      isOpen,
      metrics,
      ratchets,
      shownRelease,
      selectableFields,
      scale,
      onLeftOut,
    };
    const found: HashedShape = { hash, shape: new CustomResourceShape(name, schema, options) };
    return found;
  }

  private kindVersion(version: CustomResourceDefinitionVersion, shape: CustomResourceShape): KindVersion {
    const { name, served, subresources, additionalPrinterColumns, selectableFields = [] } = version;
    const hasStatus = subresources?.status !== undefined;
    return {
      name,
      type: shape,
      served,
      hasStatus,
      resetFields: hasStatus ? ['status'] : [],
      statusResetFields: hasStatus ? ['spec'] : [],
      scale: subresources?.scale && scaleByPaths(subresources.scale),
      columns: printerColumns(additionalPrinterColumns),
      selectableFields: Object.fromEntries(
        selectableFields.map(({ jsonPath }) => [fieldName(jsonPath), this.readers.get(fieldName(jsonPath))]),
      ),
    } as KindVersion;
  }

  private readersOf(versions: readonly CustomResourceDefinitionVersion[]): ReadonlyMap<string, FieldReader> {
    const paths = versions.flatMap(({ selectableFields = [] }) => selectableFields.map(({ jsonPath }) => jsonPath));
    return new Map(paths.map((path) => [fieldName(path), this.readers.get(fieldName(path)) ?? fieldReader(path)]));
  }
}

/** A shape with the hash of the schema it was made from. */
interface HashedShape {
  readonly hash: string;
  readonly shape: CustomResourceShape;
  /** The failure of the OpenAPI documents to write its schema. */
  fault?: Error;
}

function rulesOf(version: CustomResourceDefinitionVersion, shape: CustomResourceShape): VersionRules {
  const { storage, subresources, schema } = version;
  return {
    hasStatus: subresources?.status !== undefined,
    hasStatusDefault: storage === true && schema?.openAPIV3Schema?.properties?.status?.default !== undefined,
    shape,
  };
}

type FieldReader = (object: ApiObject) => string;

/** The name by which requests select objects by the value at a path. */
function fieldName(jsonPath: string): string {
  return jsonPath.replace(/^\./, '');
}

/** The value of a selectable field as text; absent ones are empty. */
function fieldReader(jsonPath: string): FieldReader {
  const steps = parsePath(jsonPath);
  return (object) => {
    const value = findResults(steps, object)?.[0];
    return value === undefined || value === null || typeof value === 'object' ? '' : String(value as string | number);
  };
}

/** The verbs of custom resources as discovery lists them. */
const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
/** The same while the definition is being deleted; objects can still be updated, so that finalizers can go. */
const TERMINATING_VERBS = ['delete', 'deletecollection', 'get', 'list', 'watch'];
const TERMINATING_MESSAGE = 'create not allowed while custom resource definition is terminating';

/** Deprecated versions of definitions are so in every release. */
const ALWAYS = '1.0';

function deprecationOf(
  { name, deprecated, deprecationWarning }: CustomResourceDefinitionVersion,
  { group, names: { kind }, versions = [] }: CustomResourceDefinition['spec'],
): Pick<KindVersion, 'deprecated' | 'deprecation'> {
  if (!deprecated) return {};
  const [better] = versions
    .filter((each) => each.served && !each.deprecated && compareVersionPriority(each.name, name) < 0)
    .map((each) => each.name)
    .sort(compareVersionPriority);
  const instead = better === undefined ? '' : `; use ${group}/${better} ${kind}`;
  return {
    deprecated: ALWAYS,
    deprecation: deprecationWarning ?? `${group}/${name} ${kind} is deprecated${instead}`,
  };
}
