import type { Program, Value } from '../../cel/index.js';
import type { UserInfo } from '../../request/index.js';
import type { ClaimExpression } from './claim-compiler.js';
import type { ClaimConfig, PrefixedClaim } from './claim-config.js';

/** The claims of a token, as JSON has them. */
export type Claims = Readonly<Record<string, unknown>>;

/** The expressions of a configuration. */
export interface CompiledClaims {
  readonly username?: ClaimExpression;
  readonly groups?: ClaimExpression;
  readonly uid?: ClaimExpression;
  readonly extra: readonly (ClaimExpression & { readonly key: string })[];
  readonly claimRules: readonly (ClaimExpression & { readonly message: string })[];
  readonly userRules: readonly (ClaimExpression & { readonly message: string })[];
}

/** The claims of a token cannot be mapped to a user; the message is for the log, not for the sender of the token. */
export class ClaimError extends Error {
  override readonly name = 'ClaimError';
}

type Language = Pick<
  typeof import('../../cel/index.js'),
  'CostLimitError' | 'EvaluationError' | 'ListValue' | 'valueOfJson'
>;

/** The extra attribute that identifies the token in audit events. */
const CREDENTIAL_ID = 'authentication.kubernetes.io/credential-id';
const NOT_TEXTS = 'expression must return a string or a list of strings';

/** Makes users of the claims of tokens whose signature has been checked. */
export class ClaimRules {
  constructor(
    private readonly config: ClaimConfig,
    private readonly compiled: CompiledClaims,
    private readonly language: Language,
  ) {}

  /** Returns the user that claims stand for; throws ClaimError. */
  userOf(claims: Claims): UserInfo {
    const value = this.language.valueOfJson(claims);
    this.checkRequired(claims);
    this.checkAll(this.compiled.claimRules, { name: 'claims', value, what: 'claim validation expression' });
    const user = {
      name: this.username(claims, value),
      groups: this.groups(claims, value),
      uid: this.uid(claims, value),
      extra: this.extra(claims, value),
    };
    const { name, groups, uid = '', extra = {} } = user;
    const seen = this.language.valueOfJson({ username: name, groups, uid, extra });
    this.checkAll(this.compiled.userRules, { name: 'user', value: seen, what: 'user info validation rule' });
    return user;
  }

  private checkRequired(claims: Claims): void {
    for (const { claim, requiredValue = '' } of this.config.claimValidationRules ?? []) {
      if (!claim) continue;
      if (!Object.hasOwn(claims, claim)) throw new ClaimError(`oidc: required claim ${claim} not present in ID token`);
      const given = claims[claim];
      if (typeof given !== 'string') throw new ClaimError(`oidc: parse claim ${claim}: it is no string`);
      if (given !== requiredValue) throw new ClaimError(`oidc: required claim ${claim} value does not match`);
    }
  }

  private checkAll(
    rules: CompiledClaims['claimRules'],
    { name, value, what }: { readonly name: string; readonly value: Value; readonly what: string },
  ): void {
    for (const { text, program, message } of rules) {
      if (this.evaluate(program, { name, value, what }) === true) continue;
      throw new ClaimError(`oidc: error evaluating ${what}: validation expression '${text}' failed: ${message}`);
    }
  }

  private evaluate(
    program: Program,
    { name, value, what }: { readonly name: string; readonly value: Value; readonly what: string },
  ): Value {
    const { EvaluationError, CostLimitError } = this.language;
    try {
      return program.evaluate({ find: (asked) => (asked === name ? value : undefined) }).value;
    } catch (error) {
      if (!(error instanceof EvaluationError || error instanceof CostLimitError)) throw error;
      throw new ClaimError(`oidc: error evaluating ${what}: ${error.message}`);
    }
  }

  private mapped({ program }: ClaimExpression, value: Value, what: string): Value {
    return this.evaluate(program, { name: 'claims', value, what: `${what} claim expression` });
  }

  private text(expression: ClaimExpression, value: Value, what: string): string {
    const text = this.mapped(expression, value, what);
    if (typeof text === 'string') return text;
    const reason = `${what} claim expression must return a string`;
    throw new ClaimError(`oidc: error evaluating ${what} claim expression: ${reason}`);
  }

  private username(claims: Claims, value: Value): string {
    if (this.compiled.username) {
      const name = this.text(this.compiled.username, value, 'username');
      if (name === '') throw new ClaimError('oidc: empty username via CEL expression is not allowed');
      return name;
    }
    const { claim = '', prefix = '' } = this.config.claimMappings.username;
    const given = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    if (typeof given !== 'string') throw new ClaimError(`oidc: parse username claims "${claim}": it is no string`);
    if (claim === 'email' && Object.hasOwn(claims, 'email_verified') && claims.email_verified !== true) {
      throw new ClaimError('oidc: email not verified');
    }
    return prefix + given;
  }

  private groups(claims: Claims, value: Value): readonly string[] {
    if (this.compiled.groups) return this.texts(this.compiled.groups, value, 'group');
    const { claim, prefix = '' }: PrefixedClaim = this.config.claimMappings.groups ?? {};
    if (!claim || !Object.hasOwn(claims, claim)) return [];
    // Issuers send null for users without groups (upstream: null leaves the default of a type).
    const given = claims[claim] ?? [];
    const groups: unknown[] = Array.isArray(given) ? given : [given];
    return groups.map((group) => {
      if (typeof group === 'string' || group === null) return prefix + (group ?? '');
      throw new ClaimError(`oidc: parse groups claim "${claim}": it has what is no string`);
    });
  }

  private texts(expression: ClaimExpression, value: Value, what: string): string[] {
    const given = this.mapped(expression, value, what);
    if (given === null) return [];
    const list = given instanceof this.language.ListValue ? [...given] : [given];
    return list
      .map((text) => {
        if (typeof text === 'string') return text;
        throw new ClaimError(`oidc: error evaluating ${what} claim expression: ${NOT_TEXTS}`);
      })
      .filter((text) => text !== '');
  }

  private uid(claims: Claims, value: Value): string | undefined {
    if (this.compiled.uid) return this.text(this.compiled.uid, value, 'uid');
    const { claim } = this.config.claimMappings.uid ?? {};
    if (!claim) return undefined;
    const given = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    if (given === null) return undefined;
    if (typeof given !== 'string') throw new ClaimError(`oidc: parse uid claim "${claim}": it is no string`);
    return given;
  }

  private extra({ jti }: Claims, value: Value): Readonly<Record<string, readonly string[]>> | undefined {
    const entries = this.compiled.extra.map(({ key, ...expression }) => {
      return [key, this.texts(expression, value, 'extra')] as const;
    });
    const given = entries.filter(([, texts]) => texts.length > 0);
    if (typeof jti === 'string' && jti !== '') given.unshift([CREDENTIAL_ID, [`JTI=${jti}`]]);
    return given.length > 0 ? Object.fromEntries(given) : undefined;
  }
}
