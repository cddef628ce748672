import {
  type FieldError,
  FieldPath,
  type StrategyContext,
  invalid,
  isDns1123Subdomain,
  required,
} from '../../../src/plugin-api/index.js';
import {
  textSince,
  goNil,
  hasRule,
  isDns1035Label,
  repeatFinder,
  validateImmutable,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { validateConversion } from './conversion.validation.js';
import {
  type CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  type CustomResourceDefinitionVersion,
} from './custom-resource-definition.v1.js';
import {
  type Leniency,
  STRICT,
  formerLeniency,
  isEstablished,
  isOfFormerVersion,
  leniencyOf,
} from './definition-leniency.js';
import { expressionsOf } from './expression/definition-expressions.js';
import { goVersionsOf } from './go-versions.js';
import { type InternalForm, internalFormOf } from './internal-form.js';
import { validateNames, validateNamesGiven } from './names.validation.js';
import { type SchemaRules, validateSchema } from './schema/schema.validation.js';
import { someSchema } from './schema/sub-schemas.js';
import {
  validateColumns,
  validateDeprecationWarning,
  validateSelectableFields,
  validateSubresources,
} from './version.validation.js';

type Context = Pick<StrategyContext, 'apiVersion' | 'release'>;

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const checkSpec = fieldChecker(CustomResourceDefinitionSpec);

/** Checks a new definition. */
export function validateDefinition(definition: CustomResourceDefinition, context: Context): FieldError[] {
  const isFormer = isOfFormerVersion(context);
  return [
    ...nameErrors(definition),
    ...specErrors(definition.spec, {
      leniency: isFormer ? formerLeniency() : STRICT,
      expressions: expressionsOf(definition, undefined, context),
    }),
    ...validateDefinitionStatus(definition),
    ...storedVersionErrors(definition),
    ...approvalErrors(definition),
    ...(isFormer ? [] : preserveErrors(definition.spec)),
  ];
}

/** Checks a change of a definition. */
export function validateDefinitionUpdate(
  next: CustomResourceDefinition,
  old: CustomResourceDefinition,
  context: Context,
): FieldError[] {
  const isFormer = isOfFormerVersion(context);
  const leniency = isFormer ? formerLeniency(old.spec) : leniencyOf(old);
  return [
    ...specErrors(next.spec, { leniency, expressions: expressionsOf(next, old, context) }),
    ...immutableErrors(next, old),
    ...validateDefinitionStatus(next),
    ...storedVersionErrors(next),
    ...approvalErrors(next, old),
    ...(isFormer || old.spec.preserveUnknownFields ? [] : preserveErrors(next.spec)),
  ];
}

/** Validates the status of a definition. */
export function validateDefinitionStatus({ status }: CustomResourceDefinition): FieldError[] {
  return status?.acceptedNames ? validateNames(status.acceptedNames, STATUS.child('acceptedNames')) : [];
}

function nameErrors({ metadata, spec }: CustomResourceDefinition): FieldError[] {
  const { name = '' } = metadata;
  if (name === '' || name === `${spec.names.plural}.${spec.group}`) return [];
  return [invalid(FieldPath.of('metadata', 'name'), name, 'must be spec.names.plural+"."+spec.group')];
}

/** How the spec of a definition is checked. */
interface SpecRules {
  readonly leniency: Leniency;
  readonly expressions: ReturnType<typeof expressionsOf>;
}

function specErrors(spec: CustomResourceDefinitionSpec, { leniency, expressions }: SpecRules): FieldError[] {
  const form = internalFormOf(spec);
  const { forbidsDefault } = leniency;
  const needsStructure = leniency.needsStructure || !spec.preserveUnknownFields;
  const rulesOf = (version: Partial<CustomResourceDefinitionVersion>): SchemaRules => {
    return { needsStructure, forbidsDefault, expressions: expressions?.(version) };
  };
  return [
    ...groupErrors(spec.group),
    ...checkSpec(spec, SPEC),
    ...missingSchemaErrors(spec, form, leniency),
    ...looseDefaultErrors(spec),
    ...form.versions.flatMap((version, i) => versionErrors(form, i, rulesOf(version))),
    ...nullValueErrors(form),
    ...versionListErrors(spec.versions, form),
    ...validateNamesGiven(spec.names, SPEC.child('names')),
    ...validateNames(spec.names, SPEC.child('names')),
    ...sharedErrors(form, rulesOf(form.shared)),
    ...looseConversionErrors(spec),
    ...(spec.conversion ? validateConversion(spec.conversion, SPEC.child('conversion'), leniency) : []),
  ];
}

/** Before 1.23 a null among the values of an enum was not read, and the schema taken for one that all versions share. */
function nullValueErrors({ versions, shared }: InternalForm): FieldError[] {
  if (hasRule({ since: '1.23' })) return [];
  const hasNull = [shared, ...versions].some(({ schema }) => {
    return schema?.openAPIV3Schema && someSchema(schema.openAPIV3Schema, (each) => (each.enum ?? []).includes(null));
  });
  const text =
    'per-version schemas may not all be set to identical values (top-level validation should be used instead)';
  return hasNull
    ? [invalid(SPEC.child('versions'), goNil('[]apiextensions.CustomResourceDefinitionVersion'), text)]
    : [];
}

function groupErrors(group: string): FieldError[] {
  const path = SPEC.child('group');
  if (group === '') return [required(path)];
  const messages = isDns1123Subdomain(group);
  if (messages.length > 0) return [invalid(path, group, messages.join(','))];
  return group.includes('.') ? [] : [invalid(path, group, 'should be a domain with at least one dot')];
}

function missingSchemaErrors(
  { versions, preserveUnknownFields }: CustomResourceDefinitionSpec,
  { shared }: InternalForm,
  { needsSchemas }: Leniency,
): FieldError[] {
  if (shared.schema?.openAPIV3Schema) return [];
  return (versions ?? []).flatMap(({ schema, served }, i) => {
    if (schema?.openAPIV3Schema || !(needsSchemas || (served && !preserveUnknownFields))) return [];
    const text = needsSchemas
      ? textSince('1.34', '', 'schemas are required')
      : 'because otherwise all fields are pruned';
    return [required(SPEC.child('versions').index(i).child('schema', 'openAPIV3Schema'), text)];
  });
}

function looseDefaultErrors({ versions, preserveUnknownFields }: CustomResourceDefinitionSpec): FieldError[] {
  if (!preserveUnknownFields) return [];
  const schemas = (versions ?? []).flatMap(({ schema }) => schema?.openAPIV3Schema ?? []);
  if (!schemas.some((schema) => someSchema(schema, (inner) => inner.default !== undefined))) return [];
  return [invalid(SPEC.child('preserveUnknownFields'), true, 'must be false in order to use defaults in the schema')];
}

function looseConversionErrors({ conversion, preserveUnknownFields }: CustomResourceDefinitionSpec): FieldError[] {
  if (!preserveUnknownFields || !conversion || conversion.strategy === 'None') return [];
  const path = SPEC.child('conversion', 'strategy');
  return [invalid(path, conversion.strategy, 'must be None if spec.preserveUnknownFields is true')];
}

function versionErrors({ shared, versions }: InternalForm, i: number, rules: SchemaRules): FieldError[] {
  const version = versions[i];
  const path = SPEC.child('versions').index(i);
  const hasStatus = Boolean((version.subresources ?? shared.subresources)?.status);
  const messages = isDns1035Label(version.name);
  const schema = version.schema?.openAPIV3Schema;
  const fields = version.selectableFields ?? [];
  return [
    ...(messages.length > 0 ? [invalid(path.child('name'), version.name, messages.join(','))] : []),
    ...validateDeprecationWarning(version, path.child('deprecationWarning')),
    ...(schema ? validateSchema(schema, path.child('schema', 'openAPIV3Schema'), { ...rules, hasStatus }) : []),
    ...(version.subresources ? validateSubresources(version.subresources, path.child('subresources')) : []),
    ...validateColumns(version.additionalPrinterColumns ?? [], path.child('additionalPrinterColumns')),
    ...(schema ? validateSelectableFields(fields, schema, path.child('selectableFields')) : []),
    ...(!schema && fields.length > 0
      ? [
          lacksSchema(
            path,
            textSince('1.34', '`version.schema.openAPIV3Schema`', 'version.schema.openAPIV3Schema'),
            'is not included',
          ),
        ]
      : []),
  ];
}

function lacksSchema(path: FieldPath, field: string, is: string): FieldError {
  const text = textSince(
    '1.34',
    `may only be set when ${field} ${is}`,
    `selectableFields may only be set when ${field} ${is}`,
  );
  return invalid(path.child('selectableFields'), '', text);
}

function versionListErrors(versions: CustomResourceDefinitionSpec['versions'], form: InternalForm): FieldError[] {
  const shown = versions && form.versions;
  const list = versions ?? [];
  const path = SPEC.child('versions');
  const isRepeated = repeatFinder<string>();
  const errors: FieldError[] = [];
  if (list.some(({ name }) => isRepeated(name))) {
    errors.push(invalid(path, goVersionsOf(shown), 'must contain unique version names'));
  }
  if (list.filter(({ storage }) => storage).length !== 1) {
    errors.push(invalid(path, goVersionsOf(shown), 'must have exactly one version marked as storage version'));
  }
  const first = list[0]?.name ?? '';
  const messages = first === '' ? [] : isDns1035Label(first);
  return messages.length === 0 ? errors : [...errors, invalid(SPEC.child('version'), first, messages.join(','))];
}

function sharedErrors({ shared, versions }: InternalForm, rules: SchemaRules): FieldError[] {
  const { schema, subresources, additionalPrinterColumns = [], selectableFields = [] } = shared;
  const hasStatus = [{ subresources }, ...versions].some((version) => version.subresources?.status);
  const found = schema?.openAPIV3Schema;
  return [
    ...(found ? validateSchema(found, SPEC.child('validation', 'openAPIV3Schema'), { ...rules, hasStatus }) : []),
    ...(subresources ? validateSubresources(subresources, SPEC.child('subresources')) : []),
    ...validateColumns(additionalPrinterColumns, SPEC.child('additionalPrinterColumns')),
    ...(found ? validateSelectableFields(selectableFields, found, SPEC.child('selectableFields')) : []),
    ...(!found && selectableFields.length > 0 ? [lacksSchema(SPEC, 'validations.schema', 'is included')] : []),
  ];
}

/** Group and plural never change; scope and kind, on which stored objects depend, not once a definition is established. */
function immutableErrors({ spec }: CustomResourceDefinition, stored: CustomResourceDefinition): FieldError[] {
  const names = SPEC.child('names');
  const { spec: old } = stored;
  return [
    ...(isEstablished(stored)
      ? [
          ...validateImmutable(spec.scope, old.scope, SPEC.child('scope')),
          ...validateImmutable(spec.names.kind, old.names.kind, names.child('kind')),
        ]
      : []),
    ...validateImmutable(spec.group, old.group, SPEC.child('group')),
    ...validateImmutable(spec.names.plural, old.names.plural, names.child('plural')),
  ];
}

function storedVersionErrors({ spec, status }: CustomResourceDefinition): FieldError[] {
  const path = STATUS.child('storedVersions');
  const stored = status?.storedVersions ?? [];
  if (stored.length === 0) return [invalid(path, goNil('[]string'), 'must have at least one stored version')];
  const left = new Map(stored.map((name, i) => [name, i]));
  const errors = (spec.versions ?? []).flatMap(({ name, storage }) => {
    const isKnown = left.delete(name);
    return storage && !isKnown ? [invalid(path, stored, `must have the storage version ${name}`)] : [];
  });
  return [...errors, ...[...left].map(([name, i]) => invalid(path.index(i), name, missingVersion(name)))];
}

function missingVersion(name: string): string {
  if (!hasRule({ since: '1.33' })) return 'must appear in spec.versions';
  const kept = `must remain in spec.versions until a storage migration ensures no data remains persisted in ${name}`;
  return `missing from spec.versions; ${name} was previously a storage version, and ${kept} and removes ${name} from status.storedVersions`;
}

const APPROVED = 'api-approved.kubernetes.io';
const PROTECTED = ['k8s.io', 'kubernetes.io'];

/** Groups of the community need to be approved by it. */
function approvalErrors({ spec, metadata }: CustomResourceDefinition, old?: CustomResourceDefinition): FieldError[] {
  if (!PROTECTED.some((domain) => spec.group === domain || spec.group.endsWith(`.${domain}`))) return [];
  const state = approvalOf(metadata.annotations);
  if (old && approvalOf(old.metadata.annotations).name === state.name) return [];
  const path = FieldPath.of('metadata', 'annotations').key(APPROVED);
  if (state.name === 'invalid') return [invalid(path, metadata.annotations?.[APPROVED], state.reason)];
  return state.name === 'missing' ? [required(path, state.reason)] : [];
}

function approvalOf(annotations: Record<string, string> | undefined): { name: string; reason: string } {
  const value = annotations?.[APPROVED] ?? '';
  if (value === '') {
    const reason = `protected groups must have approval annotation "${APPROVED}", see https://github.com/kubernetes/enhancements/pull/1111`;
    return { name: 'missing', reason };
  }
  if (value.startsWith('unapproved')) return { name: 'bypassed', reason: '' };
  const isUrl = /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/]/.test(value);
  const reason = `protected groups must have approval annotation "${APPROVED}" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111`;
  return isUrl ? { name: 'approved', reason: '' } : { name: 'invalid', reason };
}

function preserveErrors({ preserveUnknownFields }: CustomResourceDefinitionSpec): FieldError[] {
  if (!preserveUnknownFields) return [];
  const text =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [invalid(SPEC.child('preserveUnknownFields'), true, text)];
}
