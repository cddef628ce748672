import { API_OBJECT, CELL, FIELD_ERRORS, LIST, type ResultRule, TEXT } from '../../apimachinery/index.js';
import type { ContributionPoint } from '../../plugin-api/built-in.js';
import {
  KIND_RESULTS,
  type KindDefinition,
  SCALE_RESULTS,
  STRATEGY_RESULTS,
  type VersionFeatures,
} from '../../registry/index.js';

/** A function of a declaration, and what it may return. */
export interface DeclaredHook {
  /** As messages name it. */
  readonly name: string;
  readonly hook: unknown;
  readonly rule: ResultRule;
}

/** The rule of functions that return a value which is looked at elsewhere. */
const NOW: ResultRule = { isRight: () => true, wanted: 'its value at once' };

/** Functions of contributions whose result is used at once. */
const AT_ONCE: Readonly<Partial<Record<ContributionPoint, readonly string[]>>> = {
  admission: ['handles'],
  writeHooks: ['inTurn'],
  controllers: ['start', 'watch', 'followedKinds', 'pendingWork'],
};

/** Finds functions of a kind that are async although their result is used at once: a promise would be taken for it. */
export function checkHooks(where: string, kind: KindDefinition<never>): string[] {
  return [
    ...asyncFaults(where, ofKind(kind)),
    ...kind.versions.flatMap((version) => {
      const { validate, conversion } = version;
      const own: DeclaredHook[] = [
        { name: 'validate', hook: validate, rule: FIELD_ERRORS },
        ...(['toHub', 'fromHub'] as const).map((way) => {
          const rule = { ...API_OBJECT, instead: 'a converter of the kind may wait' };
          return { name: `${way} of its conversion`, hook: conversion?.[way], rule };
        }),
      ];
      return asyncFaults(`${where}/${version.name}`, [...own, ...ofFeatures(version)]);
    }),
  ];
}

/** Finds functions of a contribution that are async although nothing waits for them. */
export function checkContributedHooks(
  point: ContributionPoint,
  { name, prototype }: { name: string; prototype: object },
): string[] {
  const hooks = (AT_ONCE[point] ?? []).map((member) => {
    return {
      name: `${member}() of ${name}`,
      hook: (prototype as Readonly<Record<string, unknown>>)[member],
      rule: NOW,
    };
  });
  return hooks.flatMap(asyncFault);
}

/** Returns the functions of a strategy, which may be a class. */
function ofStrategy({ strategy }: KindDefinition<never>): DeclaredHook[] {
  const hooks: unknown = typeof strategy === 'function' ? strategy.prototype : strategy;
  return Object.entries(STRATEGY_RESULTS).map(([name, rule]) => {
    return {
      name: `${name} of its strategy`,
      hook: (hooks as Readonly<Record<string, unknown>> | undefined)?.[name],
      rule,
    };
  });
}

function ofKind(kind: KindDefinition<never>): DeclaredHook[] {
  const { generation, nameRule, shownAs, rowConditions, withoutEffect } = kind;
  return [
    ...ofStrategy(kind),
    ...ofFeatures(kind),
    { name: 'generation', hook: generation, rule: KIND_RESULTS.generation },
    { name: 'nameRule', hook: nameRule, rule: KIND_RESULTS.nameRule },
    { name: 'shownAs', hook: shownAs, rule: KIND_RESULTS.shownAs },
    { name: 'rowConditions', hook: rowConditions, rule: LIST },
    { name: 'withoutEffect', hook: withoutEffect, rule: KIND_RESULTS.withoutEffect },
  ];
}

function ofFeatures({
  columns,
  selectableFields = {},
  scale,
  subresources = [],
}: VersionFeatures<never>): DeclaredHook[] {
  return [
    ...(columns ?? []).map(({ name, cell }) => ({ name: `the cell of column "${name}"`, hook: cell, rule: CELL })),
    ...Object.entries(selectableFields).map(([name, hook]) => {
      return { name: `selectableFields["${name}"]`, hook, rule: TEXT };
    }),
    ...Object.entries(SCALE_RESULTS).map(([name, rule]) => {
      return { name: `scale.${name}`, hook: scale?.[name as keyof typeof SCALE_RESULTS], rule };
    }),
    ...subresources.map(({ name, validate }) => {
      return { name: `validate of ${name}`, hook: validate, rule: FIELD_ERRORS };
    }),
  ];
}

function asyncFaults(where: string, hooks: readonly DeclaredHook[]): string[] {
  return hooks.flatMap(asyncFault).map((fault) => `${where}: ${fault}`);
}

function asyncFault({ name, hook, rule }: DeclaredHook): string[] {
  if (rule.mayWait || !isAsync(hook)) return [];
  const instead = rule.instead === undefined ? '' : `; ${rule.instead}`;
  return [`${name} is async, and nothing waits for it; expected ${rule.wanted}${instead}`];
}

/** Functions that are compiled for older targets are found when they are called. */
function isAsync(hook: unknown): boolean {
  return typeof hook === 'function' && /^Async(Generator)?Function$/.test(hook.constructor.name);
}
