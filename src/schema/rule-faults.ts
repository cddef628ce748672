import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { classValidatorStorage } from './class-validator-storage.js';

/** Finds class-validator rules of a class that would have no effect; each text includes the fix. */
export function ruleFaults(apiClass: object, typeName: string, fields: ReadonlySet<string>): string[] {
  const rules = classValidatorStorage()?.getTargetValidationMetadatas(apiClass as never, '', false, false) ?? [];
  const faults = rules.map((rule) => {
    const fault = fields.has(rule.propertyName) ? ruleFault(rule) : 'has a rule but no @Field; add one';
    return fault && `${typeName}.${rule.propertyName}: ${fault}`;
  });
  return [...new Set(faults.filter((fault) => fault !== undefined))];
}

function ruleFault(rule: ValidationMetadata): string | undefined {
  if (rule.groups?.length > 0) return 'rules cannot have groups; leave them out, or check in the strategy';
  if (rule.type === 'conditionalValidation') {
    return rule.name === 'isOptional' ? undefined : 'ValidateIf is not supported; check in the strategy';
  }
  if (rule.type === 'promiseValidation') return 'rules cannot wait for promises; use validateAsync of the strategy';
  if (rule.validateIf !== undefined) return 'validateIf is not supported; check in the strategy';
  const isAsync = constraintsOf(rule).some((constraint) => constraint.async);
  return isAsync ? 'rules cannot be asynchronous; use validateAsync of the strategy' : undefined;
}

function constraintsOf(rule: ValidationMetadata): { readonly async: boolean }[] {
  return rule.constraintCls ? classValidatorStorage()!.getTargetValidatorConstraints(rule.constraintCls) : [];
}
