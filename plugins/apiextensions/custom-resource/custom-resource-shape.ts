import {
  type FieldError,
  FieldPath,
  invalid,
  type JsonSchema,
  StructuralShape,
} from '../../../src/plugin-api/index.js';
import { type CostBudget, type PublishedSchema, type ValidationOptions } from '../../../src/plugin-api/built-in.js';
import type { CustomResourceSubresourceScale } from '../custom-resource-definition/custom-resource-definition.v1.js';
import type { JSONSchemaProps } from '../custom-resource-definition/json-schema.v1.js';
import { hasStructure, validateStructural } from '../custom-resource-definition/schema/structural.validation.js';
import { someSchema } from '../custom-resource-definition/schema/sub-schemas.js';
import { evaluateRules } from './evaluate-rules.js';
import { PackedSchema } from './packed-schema.js';
import { type RuleNode, RuleTreeCompiler } from './rule-tree.js';
import { validateScale } from './scale-paths.js';
import type { ValidationMetrics } from './validation-metrics.js';

/** The cost all rules of one request may have together (upstream: RuntimeCELCostBudget). */
const RULES_BUDGET = 10_000_000;

/** Faults that may make rules fail which expect a sound object; rules are not evaluated then. */
const BLOCKING: ReadonlySet<FieldError['reason']> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);
const NOT_CHECKED =
  'some validation rules were not checked because the object was invalid; ' +
  'correct the existing errors to complete validation';

/** Options of a shape. */
export interface CustomResourceShapeOptions {
  /** The release whose expression language rules are written in; the newest if undefined. */
  readonly release: string | undefined;
  /** True if members that the schema lacks are kept, at any depth (`preserveUnknownFields` of former definitions). */
  readonly isOpen: boolean;
  /** Paths of its selectable fields. */
  readonly selectableFields: readonly string[];
  /** The paths of its scale. */
  readonly scale?: CustomResourceSubresourceScale;
  /** Called when OpenAPI documents leave its kind out. */
  readonly onLeftOut?: (error: unknown) => void;
  /** The release whose formats are checked. */
  readonly shownRelease?: string;
  /** False if a change is refused for faults of values that it leaves alone. */
  readonly ratchets?: boolean;
  /** Times validation; nothing does where unset. */
  readonly metrics?: ValidationMetrics;
}

/** The schema of objects of which anything is kept. */
export const OPEN_SCHEMA: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** The shape of the objects of one version of a definition: its schema, and the rules in it. */
export class CustomResourceShape extends StructuralShape {
  /** True if the schema has rules, for which the expression language has to be loaded. */
  readonly hasRules: boolean;
  override readonly published: PublishedSchema;
  private readonly ratcheted = new WeakMap<object, readonly FieldError[]>();
  private tree: { readonly root: RuleNode | undefined } | undefined;

  constructor(
    name: string,
    declared: JSONSchemaProps | undefined,
    private readonly options: CustomResourceShapeOptions,
  ) {
    const schema = declared ?? OPEN_SCHEMA;
    const packed = new PackedSchema(schema);
    super(name, schema as JsonSchema, () => packed.read() as JsonSchema);
    this.hasRules = someSchema(schema, (each) => (each['x-kubernetes-validations'] ?? []).length > 0);
    this.published = publishedOf(packed, { ...options, isDeclared: declared !== undefined });
  }

  protected override get readSchema(): JsonSchema {
    return this.options.isOpen ? (OPEN_SCHEMA as JsonSchema) : super.readSchema;
  }

  protected override get shownRelease(): string | undefined {
    return this.options.shownRelease;
  }

  protected override get ratchets(): boolean {
    return this.options.ratchets ?? true;
  }

  override validate(object: object, options: ValidationOptions = {}): FieldError[] {
    const { metrics } = this.options;
    if (!metrics || !options.old) return this.validateAll(object, options);
    const comparison = { seconds: 0 };
    const errors = this.validateAll(object, { ...options, comparison });
    metrics.ratcheting.observe(comparison.seconds);
    return errors;
  }

  private validateAll(object: object, options: ValidationOptions): FieldError[] {
    const errors = [...super.validate(object, options), ...this.scaleErrors(object, options)];
    if (!this.hasRules) return errors;
    if ([...(options.ofMetadata ?? []), ...errors].some(({ reason }) => BLOCKING.has(reason))) {
      return [...errors, invalid(FieldPath.of(), null, NOT_CHECKED)];
    }
    const budget: CostBudget = options.budget ?? { left: RULES_BUDGET };
    const root = this.rules();
    if (!root) return errors;
    const { old, comparison } = options;
    const { metrics } = this.options;
    const found = evaluateRules(root, { object, old, comparison, ratchets: this.ratchets }, { budget, metrics });
    if (found.ratcheted.length > 0) this.ratcheted.set(object, found.ratcheted);
    return [...errors, ...found.errors];
  }

  private scaleErrors(object: object, { isStatus = false }: ValidationOptions): FieldError[] {
    const { scale } = this.options;
    return scale ? validateScale(scale, object, { isStatus }) : [];
  }

  /** Returns the faults of unchanged values that the last validation of an object accepted. */
  ratchetedFaults(object: object): readonly FieldError[] {
    return this.ratcheted.get(object) ?? [];
  }

  /** Compiled with the first object: the expression language has to have been loaded by then. */
  private rules(): RuleNode | undefined {
    this.tree ??= { root: new RuleTreeCompiler(this.options).compile(this.schema as JSONSchemaProps) };
    return this.tree.root;
  }
}

/**
 * The published form of a schema. Only former definitions may have a schema that is not structural: of its objects only
 * the type is published, as of those without a schema (upstream: openapi/builder, generateBuilder).
 */
function publishedOf(
  packed: PackedSchema,
  { isDeclared, isOpen, selectableFields, onLeftOut }: CustomResourceShapeOptions & { readonly isDeclared: boolean },
): PublishedSchema {
  return {
    isOpen,
    selectableFields,
    onLeftOut,
    get isOpaque() {
      return !isDeclared || (isOpen && !isStructural(packed.read()));
    },
    get schema() {
      return packed.read() as PublishedSchema['schema'];
    },
  };
}

function isStructural(schema: JSONSchemaProps): boolean {
  return hasStructure(schema) && validateStructural(schema, FieldPath.of()).length === 0;
}
