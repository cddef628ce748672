import { type FieldError, type FieldPath, invalid } from '../../apimachinery/index.js';
import type { Program, Type } from '../../cel/index.js';

type Language = typeof import('../../cel/index.js');

/** An expression that was compiled. */
export interface ClaimExpression {
  readonly text: string;
  readonly program: Program;
}

/** The input and result type of an expression. */
export type ClaimExpressionKind = 'mapping' | 'claim rule' | 'user rule';

/** Compiles the expressions of one issuer, and gathers what is wrong with them. */
export class ClaimCompiler {
  readonly errors: FieldError[] = [];
  private readonly environments: Readonly<Record<'claims' | 'user', ReturnType<Language['kubernetesEnvironment']>>>;

  /** `compatibility` is the minor version of the oldest release that has to understand the expressions. */
  constructor(
    private readonly language: Language,
    compatibility: number,
  ) {
    const { DYN, mapOf, objectOf, STRING } = language;
    const fields = userFields(language);
    const environment = language.kubernetesEnvironment(compatibility, compatibility + 1);
    this.environments = {
      claims: environment.extend({ variables: { claims: mapOf(STRING, DYN) } }),
      user: environment.extend({
        variables: { user: objectOf(USER) },
        objects: (type, field) => (type === USER ? fields.get(field) : undefined),
      }),
    };
  }

  /** Compiles an expression; undefined when something is wrong with it. */
  compile(text: string, path: FieldPath, kind: ClaimExpressionKind): ClaimExpression | undefined {
    const { program, error } = this.environments[kind === 'user rule' ? 'user' : 'claims'].compile(text);
    const fault = error === undefined ? this.resultFault(program.type, kind) : `compilation failed: ${error}`;
    if (fault !== undefined) this.errors.push(invalid(path, text, fault));
    return fault === undefined ? { text, program: program! } : undefined;
  }

  private resultFault(type: Type, kind: ClaimExpressionKind): string | undefined {
    if (kind === 'mapping' || type.kind === 'bool') return undefined;
    return `must evaluate to bool but got ${this.language.runtimeTypeName(type)}`;
  }
}

const USER = 'kubernetes.UserInfo';

function userFields({ listOf, mapOf, STRING }: Language): ReadonlyMap<string, Type> {
  return new Map([
    ['username', STRING],
    ['uid', STRING],
    ['groups', listOf(STRING)],
    ['extra', mapOf(STRING, listOf(STRING))],
  ]);
}

/** Reports whether an expression reads a claim, as `claims.name` or `claims.?name`. */
export function readsClaim({ program: { expr } }: ClaimExpression, name: string): boolean {
  const parts = new Set<unknown>([expr]);
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    const { kind, operand, field, args } = part as Record<string, unknown>;
    if (kind === 'select' && field === name && isClaims(operand)) return true;
    if (kind === 'call' && Array.isArray(args) && isClaims(args[0]) && isText(args[1], name)) return true;
    for (const inner of Object.values(part)) parts.add(inner);
  }
  return false;
}

function isClaims(part: unknown): boolean {
  const { kind, name } = (part ?? {}) as Record<string, unknown>;
  return kind === 'ident' && name === 'claims';
}

function isText(part: unknown, text: string): boolean {
  const { kind, value } = (part ?? {}) as Record<string, unknown>;
  return kind === 'literal' && value === text;
}
