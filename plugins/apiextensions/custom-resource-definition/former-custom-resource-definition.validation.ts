import { type FieldError, FieldPath, forbidden, invalid, isDeepEqual } from '../../../src/plugin-api/index.js';
import type {
  CustomResourceDefinitionSpecV1beta1,
  CustomResourceDefinitionV1beta1,
} from './custom-resource-definition.v1beta1.js';
import { goVersionsOf } from './go-versions.js';

const SPEC = FieldPath.of('spec');
const VERSIONS = SPEC.child('versions');

/** A member that a definition may have for all versions or for each, and what texts call it. */
interface Shareable {
  readonly ofAll: 'validation' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields';
  readonly ofEach: 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields';
  readonly named: string;
}

const SHAREABLE: readonly Shareable[] = [
  { ofAll: 'validation', ofEach: 'schema', named: 'schemas' },
  { ofAll: 'subresources', ofEach: 'subresources', named: 'subresources' },
  { ofAll: 'additionalPrinterColumns', ofEach: 'additionalPrinterColumns', named: 'additionalPrinterColumns' },
  { ofAll: 'selectableFields', ofEach: 'selectableFields', named: 'selectableFields' },
];

/** Checks what only a definition of v1beta1 can say: what holds for all versions beside what holds for one. */
export function validateFormerDefinition({ spec }: CustomResourceDefinitionV1beta1): FieldError[] {
  return [...SHAREABLE.flatMap((member) => shareableErrors(spec, member)), ...firstVersionErrors(spec)];
}

function shareableErrors(spec: CustomResourceDefinitionSpecV1beta1, member: Shareable): FieldError[] {
  const { ofAll, ofEach, named } = member;
  const own = (spec.versions ?? []).map((version) => version[ofEach]);
  const errors: FieldError[] = [];
  if (isGiven(spec[ofAll]) && own.some(isGiven)) {
    errors.push(forbidden(SPEC.child(ofAll), `top-level and per-version ${named} are mutually exclusive`));
  }
  if (own.length > 0 && own.every((value) => isGiven(value) && isDeepEqual(value, own[0]))) {
    const text = `per-version ${named} may not all be set to identical values (top-level ${ofAll} should be used instead)`;
    errors.push(invalid(VERSIONS, goVersionsOf(spec.versions), text));
  }
  return errors;
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}

function firstVersionErrors({ version = '', versions }: CustomResourceDefinitionSpecV1beta1): FieldError[] {
  const first = versions?.[0]?.name ?? version;
  if (version === '' || version === first) return [];
  return [invalid(SPEC.child('version'), version, 'must match the first version in spec.versions')];
}
