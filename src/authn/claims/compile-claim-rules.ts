import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  repeatFinder,
  required,
  validateDomainPrefixedPath,
} from '../../apimachinery/index.js';
import { ClaimCompiler, type ClaimExpression, readsClaim } from './claim-compiler.js';
import type { ClaimConfig, ClaimMappings, ClaimSource, ExtraMapping, PrefixedClaim } from './claim-config.js';
import { ClaimRules, type CompiledClaims } from './claim-rules.js';

/** The rules that a configuration makes, and what is wrong with it; there are no rules where anything is. */
export interface ClaimRulesResult {
  readonly rules?: ClaimRules;
  readonly errors: readonly FieldError[];
}

/**
 * Checks how an issuer's tokens are mapped to users and compiles the expressions of that; `path` is that of the issuer's
 * entry, `compatibility` the minor version of the oldest release that has to understand the expressions.
 */
export async function compileClaimRules(
  config: ClaimConfig,
  path: FieldPath,
  compatibility: number,
): Promise<ClaimRulesResult> {
  const language = await import('../../cel/index.js');
  const compiler = new ClaimCompiler(language, compatibility);
  const claimRules = compileValidation(config, path.child('claimValidationRules'), compiler);
  const mappings = compileMappings(config.claimMappings, path.child('claimMappings'), compiler);
  checkEmail({ ...mappings, claimRules }, path.child('claimMappings', 'username', 'expression'), compiler);
  const userRules = compileUserRules(config, path.child('userValidationRules'), compiler);
  const { errors } = compiler;
  if (errors.length > 0) return { errors };
  return { errors, rules: new ClaimRules(config, { ...mappings, claimRules, userRules }, language) };
}

function compileValidation({ claimValidationRules = [] }: ClaimConfig, list: FieldPath, compiler: ClaimCompiler) {
  const { errors } = compiler;
  const [isClaimRepeated, isRepeated] = [repeatFinder<string>(), repeatFinder<string>()];
  return claimValidationRules.flatMap((rule, i): (ClaimExpression & { readonly message: string })[] => {
    const path = list.index(i);
    const { claim = '', requiredValue = '', expression = '', message = '' } = rule;
    if (!checkSource({ rule, path, shown: claim, isRequired: true }, compiler)) return [];
    if (claim !== '') {
      if (message !== '')
        errors.push(invalid(path.child('message'), message, "message can't be set when claim is set"));
      if (isClaimRepeated(claim)) errors.push(duplicate(path.child('claim'), claim));
      return [];
    }
    if (requiredValue !== '') {
      const text = "requiredValue can't be set when expression is set";
      errors.push(invalid(path.child('requiredValue'), requiredValue, text));
    }
    const at = path.child('expression');
    if (isRepeated(expression)) errors.push(duplicate(at, expression));
    const compiled = compiler.compile(expression, at, 'claim rule');
    return compiled ? [{ ...compiled, message }] : [];
  });
}

interface SourcePlace {
  readonly rule: ClaimSource;
  readonly path: FieldPath;
  readonly shown: string;
  readonly isRequired: boolean;
}

/** Reports whether exactly one of claim and expression is given. */
function checkSource({ rule, path, shown, isRequired }: SourcePlace, { errors }: ClaimCompiler): boolean {
  if (rule.claim && rule.expression) errors.push(invalid(path, shown, "claim and expression can't both be set"));
  else if (rule.claim || rule.expression) return true;
  else if (isRequired) errors.push(required(path, 'claim or expression is required'));
  return false;
}

function compileMappings(
  { username, groups, uid, extra = [] }: ClaimMappings,
  path: FieldPath,
  compiler: ClaimCompiler,
) {
  return {
    username: compilePrefixed(username, { path: path.child('username'), isRequired: true }, compiler),
    groups: compilePrefixed(groups ?? {}, { path: path.child('groups'), isRequired: false }, compiler),
    uid: compileSource(uid ?? {}, { path: path.child('uid'), isRequired: false }, compiler),
    extra: compileExtra(extra, path.child('extra'), compiler),
  };
}

type MappingPlace = Pick<SourcePlace, 'path' | 'isRequired'>;

function compileSource(rule: ClaimSource, place: MappingPlace, compiler: ClaimCompiler): ClaimExpression | undefined {
  const isGiven = checkSource({ rule, shown: '', ...place }, compiler);
  if (!isGiven || !rule.expression) return undefined;
  return compiler.compile(rule.expression, place.path.child('expression'), 'mapping');
}

function compilePrefixed(
  rule: PrefixedClaim,
  place: MappingPlace,
  compiler: ClaimCompiler,
): ClaimExpression | undefined {
  const path = place.path.child('prefix');
  if (rule.expression && !rule.claim && rule.prefix !== undefined) {
    compiler.errors.push(invalid(path, rule.prefix, "prefix can't be set when expression is set"));
  }
  if (rule.claim && !rule.expression && rule.prefix === undefined) {
    const text = 'prefix is required when claim is set. It can be set to an empty string to disable prefixing';
    compiler.errors.push(required(path, text));
  }
  return compileSource(rule, place, compiler);
}

const RESERVED = ['k8s.io', 'kubernetes.io'];

function compileExtra(
  extra: readonly ExtraMapping[],
  list: FieldPath,
  compiler: ClaimCompiler,
): CompiledClaims['extra'] {
  const isRepeated = repeatFinder<string>();
  return extra.flatMap(({ key, valueExpression = '' }, i) => {
    const path = list.index(i);
    compiler.errors.push(...keyErrors(key, path.child('key')));
    const at = path.child('valueExpression');
    if (isRepeated(key)) compiler.errors.push(duplicate(path.child('key'), key));
    else if (valueExpression === '') compiler.errors.push(required(at, 'valueExpression is required'));
    else {
      const compiled = compiler.compile(valueExpression, at, 'mapping');
      return compiled ? [{ ...compiled, key }] : [];
    }
    return [];
  });
}

function keyErrors(key: string, path: FieldPath): FieldError[] {
  const [domain] = key.split('/');
  const isReserved = RESERVED.some((reserved) => domain === reserved || domain.endsWith(`.${reserved}`));
  const text = 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use';
  return [
    ...validateDomainPrefixedPath(key, path),
    ...(key === key.toLowerCase() ? [] : [invalid(path, key, 'key must be lowercase')]),
    ...(isReserved ? [invalid(path, key, text)] : []),
  ];
}

/** E-mail addresses are user names only if the issuer has verified them. */
function checkEmail(
  { username, extra, claimRules }: Pick<CompiledClaims, 'username' | 'extra' | 'claimRules'>,
  path: FieldPath,
  { errors }: ClaimCompiler,
): void {
  if (!username || !readsClaim(username, 'email')) return;
  if ([username, ...extra, ...claimRules].some((expression) => readsClaim(expression, 'email_verified'))) return;
  const places =
    'claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression';
  const text = `claims.email_verified must be used in ${places} when claims.email is used in claimMappings.username.expression`;
  errors.push(invalid(path, username.text, text));
}

function compileUserRules({ userValidationRules = [] }: ClaimConfig, list: FieldPath, compiler: ClaimCompiler) {
  const isRepeated = repeatFinder<string>();
  return userValidationRules.flatMap(({ expression = '', message = '' }, i): CompiledClaims['userRules'] => {
    const path = list.index(i).child('expression');
    if (expression === '') compiler.errors.push(required(path, 'expression is required'));
    else if (isRepeated(expression)) compiler.errors.push(duplicate(path, expression));
    else {
      const compiled = compiler.compile(expression, path, 'user rule');
      return compiled ? [{ ...compiled, message }] : [];
    }
    return [];
  });
}
